#pragma once
// The rules of nbformat 4.5's schema (github.com/jupyter/nbformat, nbformat/v4/nbformat.v4.5.schema.json) for notebooks
// whose cells have no output and no attachment, and the format's rule that the ids of cells differ.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "harness/json.h"

namespace nbformat {

using harness::Json;

inline bool isWhole(const Json* value, std::uint64_t least, std::uint64_t most) {
  return value != nullptr && value->count() && *value->count() >= least && *value->count() <= most;
}

inline bool isString(const Json* value) { return value != nullptr && value->string().has_value(); }

/// "multiline_string": a string, or a list of strings.
inline bool isText(const Json* value) {
  if (isString(value)) return true;
  if (value == nullptr || value->array() == nullptr) return false;
  return std::all_of(value->array()->begin(), value->array()->end(), [](const Json& line) { return isString(&line); });
}

/// The text of a source.
inline std::string textOf(const Json& source) {
  std::string text = source.text();
  if (source.array() != nullptr)
    for (const Json& line : *source.array()) text += line.text();
  return text;
}

inline bool isId(const std::string& id) {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
  });
}

/// Exactly these members, in any order.
inline bool hasOnly(const Json& value, std::vector<std::string> names) {
  if (value.object() == nullptr) return false;
  std::vector<std::string> found;
  for (const auto& member : *value.object()) found.push_back(member.first);
  std::sort(found.begin(), found.end());
  std::sort(names.begin(), names.end());
  return found == names;
}

inline std::string cellFault(const Json& cell) {
  const Json* type = cell.find("cell_type");
  if (!isString(type)) return "no cell_type";
  const bool code = type->text() == "code";
  if (!code && type->text() != "markdown" && type->text() != "raw") return "unknown cell_type";
  std::vector<std::string> names{"cell_type", "id", "metadata", "source"};
  if (code) names.insert(names.end(), {"execution_count", "outputs"});
  if (!hasOnly(cell, names)) return "a member is missing or not allowed";
  if (!isString(cell.find("id")) || !isId(cell.find("id")->text())) return "its id is not one";
  if (cell.find("metadata")->object() == nullptr) return "its metadata is no object";
  if (!isText(cell.find("source"))) return "its source is no text";
  if (!code) return "";
  if (const Json* jupyter = cell.find("metadata")->find("jupyter"); jupyter != nullptr && jupyter->object() == nullptr)
    return "its metadata's jupyter is no object";
  const Json* outputs = cell.find("outputs");
  if (outputs->array() == nullptr || !outputs->array()->empty()) return "it has outputs";
  const Json* count = cell.find("execution_count");
  return count->isNull() || count->count() ? "" : "its execution_count is no number";
}

/// What is wrong with a notebook's text; empty when nothing is.
inline std::string faultOf(const std::string& text) {
  const auto notebook = harness::parseJson(text);
  if (!notebook) return "no JSON";
  if (!hasOnly(*notebook, {"cells", "metadata", "nbformat", "nbformat_minor"}))
    return "a member is missing or not allowed";
  if (!isWhole(notebook->find("nbformat"), 4, 4)) return "nbformat is not 4";
  if (!isWhole(notebook->find("nbformat_minor"), 5, 99)) return "nbformat_minor is below 5";
  const Json& metadata = *notebook->find("metadata");
  if (metadata.object() == nullptr) return "metadata is no object";
  if (const Json* kernel = metadata.find("kernelspec"))
    if (!isString(kernel->find("name")) || !isString(kernel->find("display_name"))) return "kernelspec lacks a name";
  if (const Json* language = metadata.find("language_info"))
    if (!isString(language->find("name"))) return "language_info lacks its name";
  const Json* cells = notebook->find("cells");
  if (cells->array() == nullptr) return "cells is no list";
  std::set<std::string> ids;
  for (const Json& cell : *cells->array()) {
    const std::string fault = cellFault(cell);
    if (!fault.empty()) return "cell " + std::to_string(ids.size() + 1) + ": " + fault;
    if (!ids.insert(cell.find("id")->text()).second) return "two cells have the id " + cell.find("id")->text();
  }
  return "";
}

}  // namespace nbformat

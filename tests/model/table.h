#pragma once
// The table of docs/time-model.md: what was measured on a card, what the model says, and the error. A kernel counts for
// the half that was fitted or for the other one by its place in the file, first, third, fifth, ... fitted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sim/model/time_model.h"

namespace model {

/// Cells of one line of CSV; quotes may hold commas.
inline std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

/// Lines of a file of CSV after its heading, by column; lines that start with # are remarks.
inline std::vector<std::map<std::string, std::string>> readCsv(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> heading;
  std::vector<std::map<std::string, std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = cellsOf(line);
    if (heading.empty()) {
      heading = cells;
      continue;
    }
    for (std::size_t k = 0; k == 0 || k < heading.size(); ++k) {
      if (k == 0) rows.emplace_back();
      rows.back()[heading[k]] = k < cells.size() ? cells[k] : "";
    }
  }
  return rows;
}

struct Row {
  std::string size, kernel;
  double measured = 0, measuredMicroseconds = 0, modelled = 0, modelledMicroseconds = 0;
  bool fitted = false;
  double error() const { return modelled / measured - 1; }
};

inline gpusim::Work workOf(const std::map<std::string, std::string>& row) {
  gpusim::Work work;
  for (const gpusim::WorkField& field : gpusim::workFields) work.*field.value = std::stod(row.at(field.name));
  return work;
}

/// Rows of `measured` with what the model makes of the same rows of `work`; the copies themselves are left out. Empty
/// when a row has no work or a size no copy.
inline std::vector<Row> compare(const gpusim::Card& card, const std::string& measured, const std::string& work) {
  std::map<std::pair<std::string, std::string>, double> seconds;
  for (const auto& row : readCsv(work))
    seconds[{row.at("size"), row.at("kernel")}] = gpusim::modelSeconds(card, workOf(row));
  std::vector<Row> rows;
  for (const auto& row : readCsv(measured)) {
    const std::string &size = row.at("size"), &kernel = row.at("kernel");
    if (kernel == "copyRow") continue;
    const auto time = seconds.find({size, kernel}), copy = seconds.find({size, "copyRow"});
    if (time == seconds.end() || copy == seconds.end()) return {};
    rows.push_back({size, kernel, std::stod(row.at("ratio")), std::stod(row.at("us")), time->second / copy->second,
                    time->second * 1e6, rows.size() % 2 == 0});
  }
  return rows;
}

/// "68 kernels: median error 5.5%, 57 within 15%, 61 within 25%"
inline std::string summary(const std::vector<Row>& rows, bool fitted) {
  std::vector<double> errors;
  for (const Row& row : rows)
    if (row.fitted == fitted) errors.push_back(std::abs(row.error()));
  std::sort(errors.begin(), errors.end());
  if (errors.empty()) return "no kernel";
  const auto within = [&](double bound) {
    return std::count_if(errors.begin(), errors.end(), [&](double error) { return error <= bound; });
  };
  return fmt::format("{} kernels: median error {:.1f}%, {} within 15%, {} within 25%, worst {:.0f}%", errors.size(),
                     100 * errors[errors.size() / 2], within(0.15), within(0.25), 100 * errors.back());
}

inline std::string table(const std::vector<Row>& rows) {
  std::string text =
      "| kernel | size | half | measured, us | to the copy | modelled | error |\n|---|---|---|---:|---:|---:|---:|\n";
  for (const Row& row : rows)
    text += fmt::format("| {} | {} | {} | {:.1f} | {:.3f} | {:.3f} | {:+.0f}% |\n", row.kernel, row.size,
                        row.fitted ? "fitted" : "other", row.measuredMicroseconds, row.measured, row.modelled,
                        100 * row.error());
  return text + fmt::format("\nFitted half: {}.\nOther half: {}.\n", summary(rows, true), summary(rows, false));
}

/// Published figures: `size,kernel,low,high` in milliseconds, beside the model's.
inline std::string publishedTable(const gpusim::Card& card, const std::string& published, const std::string& work) {
  std::map<std::pair<std::string, std::string>, double> seconds;
  for (const auto& row : readCsv(work))
    seconds[{row.at("size"), row.at("kernel")}] = gpusim::modelSeconds(card, workOf(row));
  std::string text =
      "| kernel | size | published, ms | modelled, ms | to the copy, published | modelled | error |\n"
      "|---|---|---:|---:|---:|---:|---:|\n";
  double copy = 0;
  for (const auto& row : readCsv(published)) {
    const double low = std::stod(row.at("low")), high = std::stod(row.at("high"));
    const double modelled = seconds[{row.at("size"), row.at("kernel")}] * 1e3;
    const double modelledCopy = seconds[{"2003x3001", "copyRow"}] * 1e3;
    if (row.at("kernel") == "copyRow") copy = low;
    // A figure that was published as a range is met anywhere in it.
    const double near = std::clamp(modelled / modelledCopy, low / copy, high / copy);
    text += fmt::format(
        "| {} | {} | {} | {:.3f} | {} | {:.2f} | {:+.0f}% |\n", row.at("kernel"), row.at("shape"),
        low == high ? fmt::format("{:.3f}", low) : fmt::format("{:.2f} to {:.2f}", low, high), modelled,
        low == high ? fmt::format("{:.2f}", low / copy) : fmt::format("{:.1f} to {:.1f}", low / copy, high / copy),
        modelled / modelledCopy, 100 * (modelled / modelledCopy / near - 1));
  }
  return text;
}

}  // namespace model

// The day's part of the exercise: its exercise.h, found on the include path, and main().
// The learner's file is compiled on its own and linked with this; nothing of ours is included there.
#ifdef EXERCISE_HEADER
#include EXERCISE_HEADER
#else
#include "exercise.h"
#endif

#include "exercise/day.h"

int main(int argc, char** argv) { return exercise::runExercise(exercise::exerciseOf<Day>(), argc, argv); }

// The translation unit that becomes the exercise: the day's exercise.h, found on the include path, and main().
// The learner's file is compiled on its own and linked with this; nothing of ours is included there.
#ifdef EXERCISE_HEADER
#include EXERCISE_HEADER
#else
#include "exercise.h"
#endif

#include "exercise/runner.h"

int main(int argc, char** argv) { return exercise::runExercise<Day>(argc, argv); }

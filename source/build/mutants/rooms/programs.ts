import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in programs around the cluster: the server for real clients, the verdict, lessons and check. */
export const programMutants: readonly Mutant[] = [
	...mutantsOf('serve/limits.js', {tests: ['serve/limits.test.js']}, [
		['a place is given back as often as it is asked', 'inside = false;', ''],
		['one request more than the limit is served', 'if (this.#taken >= this.size) {', 'if (this.#taken > this.size) {'],
	]),
	...mutantsOf('diagnosis/next-turns.js', {tests: ['diagnosis/waiting-times.test.js']}, [
		['a run waits for clients that ask once an hour', 'return sum <= longestPauseMs ? sum : undefined;', 'return sum;'],
	]),
	...mutantsOf('diagnosis/steadiness.js', {tests: ['diagnosis/waiting-times.test.js']}, [
		[
			'a late probe is not waited for',
			'(initialDelaySeconds + periodSeconds * failures + timeoutSeconds) * 1000',
			'(periodSeconds * failures + timeoutSeconds) * 1000',
		],
	]),
	...mutantsOf('diagnosis/fix.js', {tests: ['diagnosis/fix.test.js']}, [
		['the edits of a fix move each other', 'edits.toReversed()', 'edits'],
		['a fix is made in a file that has changed', "if (found.join('\\n') !== before.join('\\n')) {", 'if (false) {'],
	]),
	...mutantsOf('classroom/exams/grade.js', {tests: ['classroom/exams/session.test.js']}, [
		[
			'a criterion that fails earns its points',
			'(sum, { earned, points }) => sum + (earned ? points : 0)',
			'(sum, { points }) => sum + points',
		],
	]),
	...mutantsOf('classroom/exams/session.js', {tests: ['classroom/exams/session.test.js']}, [
		[
			'the clock of an exam goes on in a pause',
			'this.#usedMs = this.usedMs(nowMs);\n        this.#sinceMs = undefined;',
			'this.#usedMs = this.usedMs(nowMs);',
		],
	]),
	...mutantsOf('classroom/progress.js', {tests: ['classroom/progress.test.js']}, [
		[
			'a lesson that was done is undone by a second start',
			'done: progress.done || (old[name]?.done ?? false)',
			'done: progress.done',
		],
		['a right answer leaves its question on the list', 'answers.get(step) === false : true', 'true : true'],
	]),
	...mutantsOf('commands/check/install-order.js', {tests: ['commands/check/install-order.test.js']}, [
		[
			'a policy without its parameters is installed early',
			"policy.test(kind) && !hasParameters(value) ? 'Service' : kind",
			"policy.test(kind) ? 'Service' : kind",
		],
	]),
];

import test from 'ava';
import {progressFile, progressLine, readHandedIn} from './progress-file.js';
import {commandWords} from './words/words.js';

const words = commandWords('en').progress;

const ada = {
	learner: 'ada',
	progress: {'01-a-pod': {done: true, index: 11}, '02-before-anything-leaves': {done: false, index: 3, missed: [2]}},
};

test('a progress that is handed in is read as it was written', (t) => {
	const text = progressFile(ada);
	t.deepEqual(readHandedIn(text, 'ada.json'), ada);
	t.is(
		progressLine(readHandedIn(text, 'ada.json'), words),
		'ada  1 done, questions to answer again: 02-before-anything-leaves (1)',
	);
	t.is(progressLine({learner: 'bob', progress: {}}, words), 'bob  0 done');
	t.is(progressLine({learner: 'bob', progress: {}}, commandWords('ru').progress), 'bob  выполнено: 0');
});

test('names from a file neither control a terminal nor begin another line', (t) => {
	const progress = {'\u001B[5mlesson': {done: false, index: 1, missed: [1]}};
	t.is(
		progressLine({learner: 'eve\u001B[2J\nada  40 done', progress}, words),
		String.raw`eve\x1b[2J ada 40 done  0 done, questions to answer again: \x1b[5mlesson (1)`,
	);
});

for (const [what, from, to] of [
	['another learner', '"ada"', '"eve"'],
	['a lesson that is done', '"done": false', '"done": true'],
	['a question that is left out', '"missed": [', '"missed2": ['],
] as const) {
	test(`a change after the export is refused: ${what}`, (t) => {
		const text = progressFile(ada);
		t.true(text.includes(from));
		t.throws(() => readHandedIn(text.replace(from, to), 'ada.json'), {
			message: 'this progress was changed after its export',
		});
	});
}

for (const text of ['', 'not JSON', '[]', '{"learner": "ada"}', '{"learner": 1, "fingerprint": "x", "progress": {}}']) {
	test(`another file is refused: ${text}`, (t) => {
		t.throws(() => readHandedIn(text, 'other.json'), {message: "this is not a learner's progress"});
	});
}

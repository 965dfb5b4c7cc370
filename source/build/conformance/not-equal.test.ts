import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {recordedGoldens, roomOfTopic, topicOf} from '../../testing/recorded-answers.js';
import {listFile, readList, shrunk} from './not-equal.js';

const dist = path.join(import.meta.dirname, '../..');

test('the tests of a room play the recorded scenarios of each topic', (t) => {
	const topics = new Set(recordedGoldens().map((golden) => topicOf(golden)));
	t.deepEqual([...topics].sort(), Object.keys(roomOfTopic));
	for (const room of Object.values(roomOfTopic)) {
		t.true(existsSync(path.join(dist, room, 'recorded-answers.test.js')), room);
	}
});

test('the list names only answers that there are', (t) => {
	const answers = new Set(
		recordedGoldens().flatMap(({id, entries}) => entries.map((_, index) => `${id} #${index + 1}`)),
	);
	t.deepEqual(
		[...readList(readFileSync(listFile, 'utf8')).keys()].filter(
			(id) => !answers.has(id) && !/^(?:mutations|placements)\//.test(id),
		),
		[],
	);
});

test('the list gives a reason for each answer, and goes shorter', (t) => {
	const text = '# It is too hard.\napi/a #1\napi/a #2\n\n# It is too late.\napi/b #1\n';
	t.deepEqual(
		[...readList(text)],
		[
			['api/a #1', 'It is too hard.'],
			['api/a #2', 'It is too hard.'],
			['api/b #1', 'It is too late.'],
		],
	);
	t.throws(() => readList('api/a #1\n'), {message: 'api/a #1 has no reason above it.'});
	t.throws(() => readList(`${text}api/a #1\n`), {message: 'api/a #1 is listed twice.'});
	t.is(shrunk(text, new Set(['api/a #1'])), '# It is too hard.\napi/a #2\n\n# It is too late.\napi/b #1\n');
	t.is(shrunk(text, new Set(['api/a #1', 'api/a #2'])), '# It is too late.\napi/b #1\n');
});

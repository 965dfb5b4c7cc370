import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {hiddenEvidence} from '../commands/lesson-evidence.js';
import {checkFile, wholeCourse} from '../commands/lessons.js';
import {checkInvariants, describeViolations} from '../invariants/invariants.js';
import {checkLesson} from '../lessons/check.js';

// What `lessons check` does, and the invariants with it: each lesson is played once. AVA hears of a test when the event loop turns.
for (const file of wholeCourse()) {
	const name = path.isAbsolute(file) ? path.relative(path.join(import.meta.dirname, '../..'), file) : file;
	if (path.basename(file) === 'lesson.yaml') {
		test(`${name} holds, and the invariants hold in it, played with its solutions`, async (t) => {
			await setImmediate();
			const {mistakes, recording} = checkLesson(file, hiddenEvidence);
			t.deepEqual(mistakes.map(String), []);
			if (!recording) {
				t.fail('the lesson has no recording');
				return;
			}

			t.true(recording.stops.length > 0);
			t.is(describeViolations(checkInvariants(recording)), '');
		});
	} else {
		test(`${name} holds`, async (t) => {
			await setImmediate();
			const {text, mistakes} = checkFile(file);
			t.is(mistakes, 0, text);
		});
	}
}

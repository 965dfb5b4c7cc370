import test from 'ava';
import {checkInvariants, describeViolations} from '../invariants/invariants.js';
import {playLesson} from '../lessons/check.js';
import {courseFolder, lessonNames, loadLesson} from '../lessons/course.js';

for (const name of lessonNames()) {
	test(`the invariants hold in the lesson ${name}, played with its solutions`, (t) => {
		const {recording} = playLesson(loadLesson(`${courseFolder}/${name}/lesson.yaml`));
		if (!recording) {
			t.fail('the lesson has no recording');
			return;
		}

		t.true(recording.stops.length > 0);
		t.is(describeViolations(checkInvariants(recording)), '');
	});
}

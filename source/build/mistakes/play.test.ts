import test from 'ava';
import {applications} from './applications/applications.js';
import {mistakePlanOf} from './plan.js';
import {playMistakes, verdictOn} from './play.js';

for (const number of [1]) {
	test(`application ${number} ends well as it is`, (t) => {
		t.is(verdictOn(applications[number]?.text ?? '').state, 'done');
	});
}

for (const number of [4, 6]) {
	const {mistakes: planted} = mistakePlanOf(number);
	test(`the verdict names the place of ${planted.map(({name}) => name).join(' and ')}, and a fix that works`, (t) => {
		const {isPlaced, isMended, says} = playMistakes(mistakePlanOf(number));
		t.true(isPlaced, says);
		t.true(isMended, says);
	});
}

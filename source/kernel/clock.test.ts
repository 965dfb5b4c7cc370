import test from 'ava';
import {httpDate} from './clock.js';

test('a time as HTTP has it in headers is what every program reads', (t) => {
	for (const time of [0, 1, 951_782_400_000, 1_767_225_600_000, 1_772_323_199_999, 4_102_444_799_000, -1]) {
		t.is(httpDate(time), new Date(time).toUTCString());
	}
});

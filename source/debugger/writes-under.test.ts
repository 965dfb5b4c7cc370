import test from 'ava';
import {stateOn} from '../testing/screens.js';
import {whileUnwritten, writesUnder} from './writes-under.js';

const {recording} = stateOn('shop');
const {ledger} = recording.kernel;

test('the writes below a prefix are counted until a step', (t) => {
	const steps = ledger.changes.filter(({key}) => key.startsWith('/registry/pods/')).map(({step}) => step);
	t.true(steps.length > 5);
	for (const step of [
		0,
		(steps[0] ?? 0) - 1,
		steps[0] ?? 0,
		steps[3] ?? 0,
		steps.at(-1) ?? 0,
		recording.stops.length,
	]) {
		t.is(writesUnder(recording, '/registry/pods/', step), steps.filter((at) => at <= step).length);
	}

	t.is(writesUnder(recording, '/registry/none/', recording.stops.length), 0);
});

test('an answer stays while nothing is written below its prefix, and is made anew when something was, also further back', (t) => {
	const remembered = whileUnwritten<readonly string[]>();
	let made = 0;
	for (const cursor of [
		recording.stops.length - 1,
		...(recording.stops.length > 0 ? [2000, 2001, 2002, 2400, 2600, 2601, 2000] : []),
	]) {
		const answer = remembered(recording, '/registry/pods/', cursor, '', () => {
			made++;
			return ledger.keys('/registry/pods/', cursor);
		});
		t.deepEqual(answer, ledger.keys('/registry/pods/', cursor));
	}

	const before = made;
	remembered(recording, '/registry/pods/', 2000, '', () => []);
	t.is(made, before);
	t.deepEqual(
		remembered(recording, '/registry/pods/', 2000, 'other', () => ['new']),
		['new'],
	);
});

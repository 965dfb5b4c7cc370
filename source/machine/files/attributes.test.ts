import test from 'ava';
import {sharedAttributes} from './attributes.js';

const attributes = (mode: number, modifiedMs = 1) => ({mode, uid: 0, gid: 0, modifiedMs});

test('equal attributes made one after the other are one object, others stay apart', (t) => {
	const first = sharedAttributes(attributes(0o644));
	t.is(sharedAttributes(attributes(0o644)), first);
	for (const other of [
		attributes(0o755),
		attributes(0o644, 2),
		{...attributes(0o644), uid: 1},
		{...attributes(0o644), gid: 1},
	]) {
		t.deepEqual(sharedAttributes({...other}), other);
		t.not(sharedAttributes({...other}), first);
	}

	for (let mode = 0; mode < 20; mode++) {
		t.is(sharedAttributes(attributes(mode)).mode, mode);
	}
});

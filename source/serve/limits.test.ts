import test from 'ava';
import {Room} from './limits.js';

test('a room has as many places as its limit, and each is given back once', (t) => {
	const room = new Room(2);
	const [first, second] = [room.enter(), room.enter()];
	t.truthy(first);
	t.truthy(second);
	t.is(room.enter(), undefined);
	first?.();
	first?.();
	t.is(room.taken, 1);
	t.truthy(room.enter());
	t.is(room.enter(), undefined);
});

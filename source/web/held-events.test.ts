import test from 'ava';
import type {ScreenEvent} from '../screen/loop.js';
import type {State} from '../screen/state/state.js';
import {HeldEvents} from './held-events.js';

type Place = Pick<State, 'mode' | 'lesson'>;

const click: ScreenEvent = {does: 'press', button: 'left', column: 0, row: 0};

for (const [title, mode, events, isHeld] of [
	['a key that steps', 'debug', ['s'], false],
	['the next step of the lesson', 'debug', ['return'], false],
	['a letter of a command', 'command', ['k'], false],
	['a typed command', 'command', ['return'], true],
	['a command of the line below the screen', 'debug', [':', 'k', 'return'], true],
	['a choice in a list', 'palette', ['return'], true],
	['a click on the screen', 'debug', [click], false],
	['a click in a list', 'palette', [click], true],
	['a drawn box', 'debug', [{target: {box: 'etcd'}}], false],
	['applied manifests', 'debug', [{kubectl: 'apply -f web.yaml'}], true],
] as ReadonlyArray<readonly [string, State['mode'], readonly ScreenEvent[], boolean]>) {
	test(`while data are loading, ${title} ${isHeld ? 'waits' : 'acts at once'}`, (t) => {
		const handled: ScreenEvent[] = [];
		const held = new HeldEvents((some) => handled.push(...some));
		const place: Place = {mode, lesson: undefined};
		held.take(place, events);
		t.deepEqual(handled, isHeld ? [] : events);
		held.take({mode: 'debug', lesson: undefined}, ['s']);
		t.deepEqual(handled, isHeld ? [] : [...events, 's']);
		held.release();
		t.deepEqual(handled, [...events, 's']);
		held.take(place, events);
		t.deepEqual(handled, [...events, 's', ...events]);
	});
}

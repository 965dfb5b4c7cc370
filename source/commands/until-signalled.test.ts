import process from 'node:process';
import test from 'ava';
import {untilSignalled} from './until-signalled.js';

const listeners = (): number => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM');

test.serial('the first signal ends the work, and the next one the process', async (t) => {
	const before = listeners();
	const name = await untilSignalled(async (signalled, aborted) => {
		process.emit('SIGTERM', 'SIGTERM');
		const ended = await signalled;
		t.true(aborted.aborted);
		return ended;
	});
	t.is(name, 'SIGTERM');
	t.is(listeners(), before);
});

test.serial('work that ends by itself, or fails, leaves no listener behind', async (t) => {
	const before = listeners();
	t.is(await untilSignalled(async () => 1), 1);
	await t.throwsAsync(
		untilSignalled(async () => {
			throw new Error('no port');
		}),
		{message: 'no port'},
	);
	t.is(listeners(), before);
});

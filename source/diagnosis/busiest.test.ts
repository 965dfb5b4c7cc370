import test from 'ava';
import type {Stop} from '../kernel/stop.js';
import {busiestIn} from './busiest.js';

const stop = (process: string, object?: string): Stop => ({
	step: 0,
	timeMs: 0,
	process,
	component: process,
	depth: 0,
	stage: 'test',
	cause: -1,
	periodic: false,
	object,
});

test('the busiest is who made most of the stops, and what most of them are about', (t) => {
	t.deepEqual(
		busiestIn([
			stop('kubelet/node-a', 'a'),
			stop('kubelet/node-a', 'b'),
			stop('kube-scheduler', 'b'),
			stop('etcd', 'b'),
		]),
		{stops: 4, process: {name: 'kubelet/node-a', share: 0.5}, object: {name: 'b', share: 0.75}},
	);
});

test('of two that are as busy, it is the first', (t) => {
	t.is(busiestIn([stop('b'), stop('a')])?.process.name, 'b');
});

test('nobody is busy in no stops', (t) => {
	t.is(busiestIn([]), undefined);
});

import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {Deliveries, type WatchLine} from './deliveries.js';
import type {WatchEvent} from './request.js';

const eventOf = (object: number): WatchEvent => ({type: 'MODIFIED', object});

/** The way to one watcher, and its received events. */
const wayTo = (agent: string) => {
	const kernel = new Kernel({seed: 1});
	const arrived: unknown[] = [];
	const line: WatchLine = {
		request: {headers: {'user-agent': agent}, path: '/api/v1/pods'},
		deliver: ({object}) => {
			arrived.push(object);
		},
		breakOff: () => {
			arrived.push('closed');
		},
		expire: () => {
			arrived.push('expired');
		},
	};
	return {kernel, arrived, line, deliveries: new Deliveries(kernel)};
};

for (const change of ['hold', 'duplicate'] as const) {
	test(`what a second fault (${change}) sends on does not overtake what a first has delayed`, (t) => {
		const {kernel, arrived, line, deliveries} = wayTo('kubelet/node-a');
		const begin = (fault: 'delay' | typeof change) =>
			deliveries.disturb({kind: 'deliveries', client: 'kubelet', change: fault, delayMs: 700});
		const endDelay = begin('delay');
		deliveries.send(line, eventOf(1));
		endDelay();
		const end = begin(change);
		deliveries.send(line, eventOf(2));
		end();
		deliveries.send(line, eventOf(3));
		t.deepEqual(arrived, []);
		kernel.step(700);
		t.deepEqual(arrived, change === 'hold' ? [1, 2, 3] : [1, 2, 2, 3]);
		deliveries.send(line, eventOf(4));
		t.is(arrived.at(-1), 4);
	});
}

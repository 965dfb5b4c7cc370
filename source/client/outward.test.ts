import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {Outward, type OutwardHead, type OutwardRequest} from './outward.js';

const watch: OutwardRequest = {method: 'GET', url: 'https://localhost/things?watch=1', follows: true, timeoutMs: 1000};

/** A watch of a server outside; `heads` are the answers that the simulation has received. */
const asking = () => {
	const kernel = new Kernel();
	const outward = new Outward(kernel);
	const hungUp: number[] = [];
	outward.listen({
		send() {},
		hangUp(call) {
			hungUp.push(call);
		},
	});
	const heads: OutwardHead[] = [];
	const waiting = outward.send(watch);
	kernel.spawn('kube-apiserver', 'kube-apiserver', function* () {
		heads.push(yield* waiting());
	});
	return {kernel, outward, hungUp, heads};
};

test('what has come before somebody follows an answer is given at once, and then he may hang up', (t) => {
	const {outward, hungUp} = asking();
	outward.submit({call: 1, more: 'one'});
	outward.submit({call: 1, more: 'two'});
	const taken: string[] = [];
	outward.follow(1, {
		onMore(text) {
			taken.push(text);
			outward.hangUp(1);
		},
		onEnd() {
			taken.push('ended');
		},
	});
	outward.submit({call: 1, more: 'three'});
	outward.submit({call: 1, ended: true});
	t.deepEqual([taken, hungUp], [['one'], [1]]);
});

test('nobody waits any longer for an answer that has not come in time: its connection is closed', (t) => {
	const {kernel, hungUp, heads} = asking();
	kernel.step(999);
	t.deepEqual([heads, hungUp], [[], []]);
	kernel.step(1001);
	t.deepEqual([heads, hungUp], [[{call: 1, error: 'context deadline exceeded'}], [1]]);
});

import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the queue, the cache and the bindings of the scheduler. */
export const schedulerMutants: readonly Mutant[] = [
	...mutantsOf('scheduler/binding.js', {stories: ['room for what is more important', 'nodes that are full']}, [
		[
			'the cache does not count assumed Pods',
			'cache.assume({ ...pod, spec: { ...pod.spec, nodeName: node } }, node);',
			'',
		],
	]),
	...mutantsOf('scheduler/cache.js', {stories: ['nodes that are full']}, [
		[
			'a Pod that is deleted stays in the cache of the scheduler',
			'this.#nodes.get(place.node)?.remove(place.info);',
			'',
		],
	]),
	...mutantsOf('scheduler/claims.js', {}, [
		[
			'a claim forgets the Pods that use it already',
			'[...(current.status?.reservedFor ?? []), consumer(pod)]',
			'[consumer(pod)]',
		],
		['a claim that has its devices gets others', 'if (allocation && claim.status?.allocation) {', 'if (false) {'],
	]),
	...mutantsOf('scheduler/devices/allocator.js', {tests: ['scheduler/devices/allocator.test.js']}, [
		['two claims get the same device', '!this.supply.taken.has(id) && !', '!'],
	]),
	...mutantsOf('scheduler/event-handlers.js', {}, [
		['the scheduler keeps a node that is gone', 'cache.removeNode(change.object);', ''],
		[
			'the scheduler keeps the promise to a Pod that is gone',
			'nominator.forget(key);\n        if (old.spec.nodeName',
			'if (old.spec.nodeName',
		],
		[
			'a node that changes wakes no Pod',
			'if (!change.old || nodeChanged(change.old, change.object)) {',
			'if (!change.old) {',
		],
	]),
	...mutantsOf(
		'scheduler/nominator.js',
		{stories: ['room for what is more important'], tests: ['scheduler/scheduler.test.js']},
		[
			[
				'a promised place is kept from no Pod',
				'nomination.node === node && nomination.info.priority >= priority',
				'false',
			],
			['a promise is never forgotten', 'this.#nominations.delete(key);', ';'],
		],
	),
	...mutantsOf('scheduler/nominator.js', {}, [
		[
			'a place that is promised to a Pod of the same priority is free',
			'nomination.info.priority >= priority',
			'nomination.info.priority > priority',
		],
	]),
	...mutantsOf('scheduler/queue/active-queue.js', {stories: ['nodes that are full']}, [
		[
			'the Pod that came last is scheduled first',
			'if (line.length > 0) {\n                return line[0];',
			"if (line.length > 0) {\n                return line.findLast(({ place }) => place === 'active');",
		],
		['the line of the lowest priority comes first', '.sort(([a], [b]) => b - a)', '.sort(([a], [b]) => a - b)'],
	]),
	...mutantsOf('scheduler/queue/backoff-queue.js', {stories: ['nodes that are full']}, [
		['a Pod that fails waits no back-off', 'Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * 1000', '0'],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {stories: ['gates that open']}, [
		['gates are ignored', 'this.pluginsOf(pod).find((plugin) => plugin.preEnqueue?.(pod, this.devices))', 'undefined'],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {stories: ['nodes that are full']}, [
		[
			'a Pod that was tried has no back-off',
			'entry.backoffUntilMs = now + backoffMs(entry.attempts, this.settings);',
			'entry.backoffUntilMs = now;',
		],
		['a Pod that an event wakes skips its back-off', 'if (entry.backoffUntilMs > this.kernel.now) {', 'if (false) {'],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {tests: ['scheduler/queue/scheduling-queue.test.js']}, [
		[
			'a Pod that an event wakes does not wait for the end of its back-off',
			'if (entry.backoffUntilMs > this.kernel.now) {',
			'if (false) {',
		],
		[
			'a Pod is unschedulable until an event, even after five minutes',
			', ...this.#places.unschedulable.due(now)]',
			']',
		],
	]),
	...mutantsOf('scheduler/queue/unschedulable-pods.js', {}, [
		['a Pod that no event helps is never tried again', 'timestampMs + longestStayMs <= nowMs', 'false'],
	]),
	...mutantsOf('scheduler/resource-scores.js', {seeds: [1_350_001], tests: ['scheduler/configured-profiles.test.js']}, [
		[
			'the scheduler prefers nodes with less room',
			'Math.trunc(((capacity - requested) * maxNodeScore) / capacity);',
			'Math.trunc((requested * maxNodeScore) / capacity);',
		],
	]),
	...mutantsOf('scheduler/scoring.js', {stories: ['a rollout']}, [
		[
			'the scheduler takes the first node that passes its filters',
			'return nodes.filter((_node, index) => totals[index] === most);',
			'return nodes.slice(0, 1);',
		],
	]),
];

import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in clients of the apiserver: the library of the components, and kubectl. */
export const clientMutants: readonly Mutant[] = [
	...mutantsOf('client/event-correlator.js', {}, [
		['events of an object have no limit', 'bucket.tokens--;', ''],
		['similar events are not combined', 'if (similar.messages.size < similarLimit) {', 'if (true) {'],
	]),
	...mutantsOf('client/event-correlator.js', {seeds: [1_350_001], tests: ['client/event-recorder.test.js']}, [
		[
			'an Event that is repeated keeps its first lastTimestamp',
			': { count, lastTimestamp: event.lastTimestamp };',
			': { count };',
		],
	]),
	...mutantsOf('client/event-correlator.js', {seeds: [1_440_001], tests: ['client/event-recorder.test.js']}, [
		['an Event that is repeated is counted from two', '(last.count ?? 1)) + 1;', '(last.count ?? 1)) + 2;'],
	]),
	...mutantsOf('client/informer.js', {stories: ['watches that break']}, [
		['informer: a relist does not report what has been deleted', 'if (!listed.has(key)) {', 'if (false) {'],
		[
			'informer: takes an event that is older than what it has',
			'if (Number(meta.resourceVersion) > Number(this.#resourceVersion)) {',
			'if (true) {',
		],
	]),
	...mutantsOf('client/informer.js', {}, [
		[
			'an informer that lists again takes another object of the same name for the old one',
			'if (old && metaOf(old).uid !== meta.uid) {',
			'if (false) {',
		],
	]),
	...mutantsOf('client/leader-election.js', {stories: ['leaders that lose their Lease']}, [
		[
			'leader election: a leader that cannot renew goes on',
			'while (yield* take(this.#renewed, { timeoutMs: renewDeadlineMs, periodic: true })) {',
			'for (;;) { yield* take(this.#renewed, { timeoutMs: renewDeadlineMs, periodic: true });',
		],
	]),
	...mutantsOf('client/leader-election.js', {seeds: [1_400_001], tests: ['client/leader-election.test.js']}, [
		[
			'each renewal of a Lease is a new acquisition',
			'before?.holderIdentity === identity ? before.acquireTime : now',
			'now',
		],
		['a take-over of a Lease is not counted', '(before.holderIdentity === identity ? 0 : 1)', '0'],
	]),
	...mutantsOf('client/object-index.js', {}, [
		['an index keeps an object that has left', 'bucket.objects.delete(key);', ''],
	]),
	...mutantsOf('client/rate-limiter.js', {}, [
		['a client sends as fast as it likes', 'this.#fullAtMs += this.#tokenMs;', ''],
		['a client has no burst', 'this.#fullAtMs - nowMs - this.#fillMs', 'this.#fullAtMs - nowMs'],
	]),
	...mutantsOf('client/token-source.js', {tests: ['client/token-source.test.js']}, [
		['a component uses its token beyond its end', 'const usedShare = 0.8;', 'const usedShare = 1.8;'],
	]),
	...mutantsOf('client/work-queue.js', {stories: ['a rollout'], tests: ['client/work-queue.test.js']}, [
		[
			'a key that changes while it is worked on is lost',
			'(again ? this.#dirty : this.#waiting).add(key);',
			'if (!again) this.#waiting.add(key);',
		],
		['failures do not slow a key down', 'Math.min(lastMs, firstMs * 2 ** Math.min(failures, 60))', 'firstMs'],
	]),
	...mutantsOf('client/work-queue.js', {seeds: [1_000_001], tests: ['client/work-queue.test.js']}, [
		['a queue never forgets the failures of a key', 'if (this.#failures.delete(key)) {', 'if (false) {'],
		[
			'a later appointment of a key replaces an earlier one',
			'if (planned && planned.atMs <= atMs) {',
			'if (planned && planned.atMs === atMs) {',
		],
	]),
	...mutantsOf(
		'kubectl/commands/cluster/drain-filters.js',
		{tests: ['kubectl/commands/cluster/drain-filters.test.js']},
		[
			[
				'kubectl drain evicts mirror Pods',
				'[skipDeleted, ofDaemonSet, ofMirror, withLocalStorage, withoutController]',
				'[skipDeleted, ofDaemonSet, withLocalStorage, withoutController]',
			],
			[
				'kubectl drain asks for force for Pods that have ended',
				'if (isFinished(pod) || controllerOf(pod)) {',
				'if (controllerOf(pod)) {',
			],
		],
	),
	...mutantsOf(
		'kubectl/commands/deploy/rollout/progress.js',
		{tests: ['kubectl/commands/deploy/rollout/progress.test.js']},
		[
			['rollout status does not wait for old Pods', 'if (current > updatedReplicas) {', 'if (false) {'],
			[
				'rollout status reads an older generation',
				'(metadata.generation ?? 0) > (status.observedGeneration ?? 0)',
				'false',
			],
		],
	),
	...mutantsOf('kubectl/printing/sorting.js', {tests: ['kubectl/printing/sorting.test.js']}, [
		['kubectl sorts quantities as text', 'isQuantity(value) && isQuantity(other)', 'false'],
	]),
];

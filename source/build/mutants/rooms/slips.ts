import {mutantsOf, type Mutant} from '../mutant.js';

/** Slips such as a colleague makes: a comparison, an order, an update or a cleanup that is missing. They were thought of before it was known which rules find them. */
export const slipMutants: readonly Mutant[] = [
	...mutantsOf(
		'controllers/replica-set/replica-set.js',
		{stories: ['owners that leave slowly', 'labels that change']},
		[
			[
				'a ReplicaSet that is being deleted makes Pods',
				'if (settled && set.metadata.deletionTimestamp === undefined) {',
				'if (settled) {',
			],
			[
				'a ReplicaSet waits for a Pod that could not be created',
				'expectations.creationsObserved(key, failure.failed);',
				'',
			],
			[
				'a ReplicaSet does not compare the uid of the owner of a Pod',
				'return set?.metadata.uid === owner.uid ? keyOf(set) : undefined;',
				'return set ? keyOf(set) : undefined;',
			],
			['a ReplicaSet does not see that a Pod was released', 'if (before && before !== owner) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'controllers/stateful-set/stateful-set.js',
		{stories: ['Pods that a kubelet alone decides about', 'a StatefulSet in order']},
		[
			[
				'a StatefulSet makes old Pods of its new template',
				"step.do === 'create' && step.revision === revisions.current ? current : update",
				'update',
			],
			[
				'a StatefulSet moves its current revision before its Pods are updated',
				'const done = updated === pods.length && ready',
				'const done = ready',
			],
			[
				'a StatefulSet counts Pods that leave as ready',
				'const live = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);',
				'const live = pods;',
			],
			[
				'Pods of a StatefulSet share a claim',
				'claimName: `${volume}-${name}`',
				'claimName: `${volume}-${set.metadata.name}-0`',
			],
		],
	),
	...mutantsOf('controllers/daemon-set/daemon-set.js', {stories: ['daemons that roll']}, [
		[
			'Pods of a DaemonSet have only the tolerations of their template',
			'tolerations: daemonTolerations(set.spec.template),',
			'',
		],
		[
			'a DaemonSet counts each of its Pods as updated',
			'counts.updated += isUpdated(set, pod, hash) ? 1 : 0;',
			'counts.updated += 1;',
		],
		[
			'a DaemonSet does not follow the labels of nodes',
			"type === 'DELETED' || !sameFit(suits(old, set), suits(object, set))",
			"type === 'DELETED'",
		],
	]),
	...mutantsOf('controllers/job/ttl-after-finished.js', {stories: ['Jobs that fail in part']}, [
		[
			'a Job that has ended stays a tenth of its time',
			'spec.ttlSecondsAfterFinished * 1000',
			'spec.ttlSecondsAfterFinished * 100',
		],
	]),
	...mutantsOf('controllers/job/failed-pod.js', {}, [
		['a failure policy takes NotIn as In', "values.includes(code) === (operator === 'In')", 'values.includes(code)'],
		[
			'the pause of a Job counts from the container that ended first',
			'? Math.max(...ends.map(',
			'? Math.min(...ends.map(',
		],
	]),
	...mutantsOf('scheduler/queue/scheduling-queue.js', {stories: ['nodes that are full']}, [
		[
			'a Pod that was tried has no back-off',
			'entry.backoffUntilMs = now + backoffMs(entry.attempts, this.settings);',
			'entry.backoffUntilMs = now;',
		],
		['a Pod that an event wakes skips its back-off', 'if (entry.backoffUntilMs > this.kernel.now) {', 'if (false) {'],
	]),
	...mutantsOf('scheduler/queue/active-queue.js', {stories: ['nodes that are full']}, [
		[
			'the Pod that came last is scheduled first',
			'if (line.length > 0) {\n                return line[0];',
			"if (line.length > 0) {\n                return line.findLast(({ place }) => place === 'active');",
		],
		['the line of the lowest priority comes first', '.sort(([a], [b]) => b - a)', '.sort(([a], [b]) => a - b)'],
	]),
	...mutantsOf('scheduler/queue/unschedulable-pods.js', {}, [
		['a Pod that no event helps is never tried again', 'timestampMs + longestStayMs <= nowMs', 'false'],
	]),
	...mutantsOf('scheduler/event-handlers.js', {}, [
		['the scheduler keeps a node that is gone', 'cache.removeNode(change.object);', ''],
		[
			'the scheduler keeps the promise to a Pod that is gone',
			'nominator.forget(key);\n        if (old.spec.nodeName',
			'if (old.spec.nodeName',
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
	...mutantsOf('kubelet/workers/pod-work.js', {}, [
		['a sync that failed is tried again after a minute', 'failed ? backoffMs : resyncMs', 'resyncMs'],
	]),
	...mutantsOf('kubelet/containers/image-garbage.js', {}, [
		['images in use are deleted', '!inUse.has(name) &&', ''],
		['images that have only just come are deleted', 'nowMs - pulledMs >= minAgeMs', 'true'],
	]),
	...mutantsOf('kubelet/probes/probe-manager.js', {stories: ['probes of all kinds']}, [
		['probes go on when their Pod ends', "this.#workersOf(container)?.get(kind)?.tell('stop');", ''],
		[
			'a container counts as started before its startup probe has answered',
			"(this.result(container, 'startup') ?? false) : undefined",
			"(this.result(container, 'startup') ?? true) : undefined",
		],
	]),
	...mutantsOf('kubelet/status/status-generator.js', {stories: ['Pods that a kubelet alone decides about']}, [
		[
			'the deadline of a Pod is ignored',
			"if (leftMs === undefined || leftMs > 0 || previous.phase === 'Succeeded') {",
			'if (true) {',
		],
	]),
	...mutantsOf('kubelet/admission/admission-handlers.js', {stories: ['Pods that a kubelet alone decides about']}, [
		[
			'a kubelet admits two Pods with a host port',
			'return wanted.length > 0 && others.some(',
			'return false && others.some(',
		],
		['a kubelet does not count what its other Pods request', 'used += podRequests(other)[name] ?? 0;', ''],
		[
			'a kubelet admits Pods that do not tolerate its node',
			"pod.spec.tolerations, ['NoExecute'])",
			'pod.spec.tolerations, [])',
		],
	]),
	...mutantsOf('apiserver/allocation/cluster-ips.js', {stories: ['Services of all kinds']}, [
		['the address of a Service that is gone is kept', "yield* this.#remove(current, service.name, 'released');", ''],
	]),
	...mutantsOf('apiserver/allocation/node-ports.js', {}, [
		['the node port of a Service that is gone is kept', 'this.#taken.delete(port);', ''],
		[
			'two Services get the same node port',
			'const port = firstNodePort + reserved + ((start + index) % span);\n            if (!this.#taken.has(port)) {',
			'const port = firstNodePort + reserved + (index % span);\n            if (true) {',
		],
	]),
	...mutantsOf('apiserver/storage/watchers.js', {}, [
		[
			'a watch with a selector does not hear what leaves it',
			'const before = old !== undefined && matches(old);',
			"const before = type === 'DELETED' || (old !== undefined && matches(old) && matches(object));",
		],
	]),
	...mutantsOf('apiserver/storage/cacher.js', {}, [
		[
			'a bookmark is ahead of what was sent',
			'object: bookmark(cache.resource, this.revision)',
			'object: bookmark(cache.resource, this.revision + 5)',
		],
	]),
	...mutantsOf('network/proxy/kube-proxy.js', {stories: ['Services of all kinds']}, [
		[
			'kube-proxy writes its rules without a pause',
			'kernel.now + (this.options.minSyncPeriodMs ?? 1000)',
			'kernel.now',
		],
	]),
	...mutantsOf('network/proxy/merged-endpoints.js', {}, [
		['the endpoints of a port do not follow its protocol', "(port.protocol ?? 'TCP') === protocol && ", ''],
	]),
	...mutantsOf('network/dns/look-up.js', {}, [
		['a name with as many dots as ndots is searched first', 'length - 1 < ndots', 'length - 1 <= ndots'],
	]),
	...mutantsOf('network/dns/dns.js', {stories: ['Services of all kinds']}, [
		[
			'CoreDNS answers for a Service that is gone',
			'if (before) {\n                this.#ledger.delete(key);',
			'if (before) {',
		],
	]),
	...mutantsOf('network/traffic/connection-policies.js', {stories: ['policies on both sides']}, [
		[
			'policies for leaving traffic are ignored',
			"const leaving = decide(policies, 'egress', from, to, port);",
			'const leaving = undefined;',
		],
		[
			'a policy sees no labels of the namespace',
			'namespaceLabels: ledger.read(`/registry/namespaces/${namespace}`)?.metadata.labels,',
			'',
		],
	]),
	...mutantsOf('controllers/volume/binder.js', {}, [
		[
			'a claim that lost its volume stays bound',
			"yield* volume ? finishClaim(tools, claim, volume) : setClaimPhase(tools, claim, 'Lost');",
			'if (volume) yield* finishClaim(tools, claim, volume);',
		],
	]),
	...mutantsOf('controllers/volume/plan-binding.js', {}, [
		['a volume that another claim has is bound', 'const free = !volume.spec?.claimRef &&', 'const free ='],
	]),
	...mutantsOf('controllers/volume/ephemeral.js', {}, [
		[
			'a Pod takes the claim of another owner as its own',
			'const isOwn = isControlledBy(existing, pod);',
			'const isOwn = true;',
		],
	]),
	...mutantsOf('client/event-correlator.js', {}, [
		['events of an object have no limit', 'bucket.tokens--;', ''],
		['similar events are not combined', 'if (similar.messages.size < similarLimit) {', 'if (true) {'],
	]),
	...mutantsOf('client/rate-limiter.js', {}, [
		['a client sends as fast as it likes', 'this.#fullAtMs += this.#tokenMs;', ''],
	]),
	...mutantsOf('client/object-index.js', {}, [
		['an index keeps an object that has left', 'bucket.objects.delete(key);', ''],
	]),
	...mutantsOf('controllers/service-account.js', {stories: ['Pods that a kubelet alone decides about']}, [
		[
			'an account default that was deleted is not made again',
			"type === 'DELETED' && object.metadata.name === fixture.name ? [object.metadata.namespace] : []",
			'[]',
		],
	]),
	...mutantsOf('controllers/revision-history.js', {}, [
		['a template that comes back keeps its old revision', 'if (unchanged.revision === highest) {', 'if (true) {'],
	]),
	...mutantsOf('controllers/endpoints/mirroring.js', {}, [
		['mirrored addresses that are not ready are ready', 'conditions: { ready },', 'conditions: { ready: true },'],
	]),
];

import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes of a programmer who leaves a case out, or takes a neighbouring value. */
export const omissionMutants: readonly Mutant[] = [
	...mutantsOf(
		'controllers/garbage-collector/garbage-collector.js',
		{tests: ['controllers/garbage-collector/garbage-collector.test.js']},
		[
			[
				'the garbage collector takes all owners from a custom object that has lost one',
				'ownerReferences.filter((owner) => !owners.includes(owner.uid));',
				'ownerReferences.filter(() => false);',
			],
			[
				'the dependents of an orphaning owner keep their reference to it',
				'yield* this.#dropReferences(dependent, undefined, [uid]);',
				'',
			],
			[
				'the garbage collector deletes by name, whatever the uid is by then',
				'{ preconditions: { uid }, propagationPolicy }',
				'{ propagationPolicy }',
			],
		],
	),
	...mutantsOf('controllers/job/cron-job.js', {tests: ['controllers/job/cron-job.test.js']}, [
		[
			'the name of a Job follows from the time of its creation, not of its schedule',
			'Math.floor(dueMs / 60_000)',
			'Math.floor(tools.kernel.wallClockMs / 1000)',
		],
		[
			'a CronJob does not note a run whose Job was there before',
			'return { ...status, lastScheduleTime: timestamp(dueMs) };\n        }\n        yield* recorder',
			'return status;\n        }\n        yield* recorder',
		],
		['a CronJob shows the time of its first success', 'time > lastSuccessfulTime', 'time < lastSuccessfulTime'],
	]),
	...mutantsOf('controllers/stateful-set/stateful-set.js', {tests: ['controllers/stateful-set/stateful-set.test.js']}, [
		[
			'an update of a StatefulSet is over before its Pods are ready',
			'updated === pods.length && ready === pods.length &&',
			'updated === pods.length &&',
		],
		[
			'a StatefulSet counts Pods that terminate as ready',
			'const ready = live.filter((pod) => isPodReady(pod)).length;',
			'const ready = pods.filter((pod) => isPodReady(pod)).length;',
		],
	]),
	...mutantsOf('controllers/deployment/rollout.js', {}, [
		[
			'a new ReplicaSet takes all the room of the surge, beyond what is wanted',
			'current + Math.min(room, want - current)',
			'current + room',
		],
		[
			'the rest of a proportional scaling goes to the smallest ReplicaSet',
			'size(b) - size(a) || newer(a, b)',
			'size(a) - size(b) || newer(a, b)',
		],
	]),
	...mutantsOf('controllers/deployment/deployment-status.js', {tests: ['controllers/deployment/deployment.test.js']}, [
		['fewer old Pods are no progress of a rollout', 'oldPods(after) < oldPods(before) ||', ''],
		[
			'a Deployment counts as unavailable only Pods that exist',
			'Math.max(0, totalSize(all) - available)',
			'Math.max(0, replicas - available)',
		],
	]),
	...mutantsOf('controllers/volume/plan-binding.js', {tests: ['controllers/volume/plan-binding.test.js']}, [
		[
			'a claim gets the largest volume that satisfies it',
			'compareQuantities(capacityOf(volume), capacityOf(best)) < 0',
			'compareQuantities(capacityOf(volume), capacityOf(best)) > 0',
		],
		[
			'a new claim of the same name takes over a released volume',
			'if (claim?.metadata.uid !== reference.uid) {',
			'if (!claim) {',
		],
	]),
	...mutantsOf('controllers/volume/protection.js', {tests: ['controllers/volume/volume.test.js']}, [
		['a Pod that has ended keeps its claim', '.find((pod) => !isTerminal(pod) && claimsOf', '.find((pod) => claimsOf'],
	]),
	...mutantsOf('controllers/node/pod-garbage-collector.js', {}, [
		['Pods of a node that is gone are forced away without a quarantine', 'kernel.now - since >= quarantineMs', 'true'],
		[
			'of Pods that have ended the newest are deleted beyond the limit',
			'.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1))',
			'.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? 1 : -1))',
		],
	]),
	...mutantsOf('controllers/job/job.js', {tests: ['controllers/job/job.test.js']}, [
		['a Job forgets how often its Pods have failed', 'this.#failures.set(keyOf(current), failures);', ''],
		[
			'the Pods of a Job that is deleted keep their finalizer',
			'yield orphanKey(pod);\n            }\n        }\n    }\n    *onPod',
			'}\n        }\n    }\n    *onPod',
		],
	]),
	...mutantsOf('controllers/replica-set/deletion-order.js', {}, [
		[
			'a ReplicaSet ends the Pods that restarted least',
			'return restarts(b) - restarts(a);',
			'return restarts(a) - restarts(b);',
		],
	]),
	...mutantsOf('controllers/endpoints/mirroring.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		['Endpoints that ask not to be mirrored are mirrored', "metadata.labels?.[skipLabel] !== 'true' &&", ''],
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
	...mutantsOf('scheduler/event-handlers.js', {}, [
		[
			'a node that changes wakes no Pod',
			'if (!change.old || nodeChanged(change.old, change.object)) {',
			'if (!change.old) {',
		],
	]),
	...mutantsOf('scheduler/nominator.js', {}, [
		[
			'a place that is promised to a Pod of the same priority is free',
			'nomination.info.priority >= priority',
			'nomination.info.priority > priority',
		],
	]),
	...mutantsOf('scheduler/plugins/pod-topology-spread.js', {}, [
		[
			'a spread does not count the Pod that is placed',
			'selfMatch: constraint.selects(info.pod.metadata.labels) ? 1 : 0',
			'selfMatch: 0',
		],
		['minDomains of a spread is ignored', 'counts.size < constraint.minDomains ? 0 :', ''],
	]),
	...mutantsOf('scheduler/plugins/node-affinity.js', {}, [
		['all preferences for nodes weigh the same', 'sum += weight;', 'sum += 1;'],
	]),
	...mutantsOf('scheduler/plugins/image-locality.js', {}, [
		[
			'an image that one node has counts as much as one that all have',
			'(imageSizes.get(name) ?? 0) * share',
			'(imageSizes.get(name) ?? 0)',
		],
	]),
	...mutantsOf('scheduler/plugins/volume-zone.js', {tests: ['scheduler/scheduler.test.js']}, [
		['a volume of several zones belongs to none', "labels[key].split('__')", '[labels[key]]'],
	]),
	...mutantsOf('kubelet/shutdown/node-shutdown-manager.js', {}, [
		[
			'a shutdown waits for a slow group beyond its time',
			'while (left().length > 0 && kernel.now < untilMs) {',
			'while (left().length > 0) {',
		],
	]),
	...mutantsOf('kubelet/containers/image-garbage.js', {}, [
		['the kubelet deletes images that containers use', '!inUse.has(name) &&', ''],
	]),
	...mutantsOf('kubelet/containers/container-garbage.js', {}, [
		[
			'the kubelet keeps no ended container of a Pod',
			"(gone || (!isNewest && newest.get(name) === 'EXITED'))",
			'(gone || true)',
		],
	]),
	...mutantsOf('kubelet/registration/heartbeat.js', {}, [
		[
			'a Lease whose renewal is refused is not read again',
			"outcome: 'failed' });\n        return undefined;",
			"outcome: 'failed' });\n        return lease;",
		],
	]),
	...mutantsOf('kubelet/containers/container-killer.js', {}, [
		[
			'the time of a preStop hook does not count for the grace period',
			'left -= Math.floor((kernel.now - startedMs) / 1000);',
			'',
		],
	]),
	...mutantsOf('kubelet/containers/pod-actions.js', {tests: ['kubelet/containers/pod-actions.test.js']}, [
		[
			'a Pod that never restarts gets a new sandbox and runs again',
			"(restartPolicy === 'Never' && containers.length > 0) || ",
			'',
		],
		['main containers do not wait until a sidecar has started', 'if (!begun && !started(own)) {', 'if (false) {'],
	]),
	...mutantsOf('kubelet/status/pod-status.js', {}, [
		[
			'a Pod that has ended loses its address',
			'sandbox ? (previous.podIPs ?? (previous.podIP ? [{ ip: previous.podIP }] : [])) : []',
			'[]',
		],
	]),
	...mutantsOf('network/proxy/kube-proxy.js', {}, [
		['kube-proxy does not follow the zone of its node', 'if (zone !== this.#place.zone) {', 'if (false) {'],
	]),
	...mutantsOf('network/proxy/merged-endpoints.js', {}, [
		['a port of UDP has the endpoints of TCP', "(port.protocol ?? 'TCP') === protocol &&", ''],
	]),
	...mutantsOf('network/dns/dns.js', {}, [
		['CoreDNS does not answer for namespaces', 'this.#ledger.write(key, { name });', ''],
	]),
	...mutantsOf('network/traffic/route.js', {tests: ['network/network.test.js']}, [
		['affinity sends a client to an endpoint that has left', '&& endpoints.includes(known.endpoint)', ''],
	]),
	...mutantsOf('apiserver/storage/watchers.js', {}, [
		[
			'a watcher does not see that an object leaves its selection',
			'if (!before) {\n        return undefined;',
			"if (!before || type !== 'DELETED') {\n        return undefined;",
		],
	]),
	...mutantsOf('apiserver/verbs/deletion.js', {}, [
		[
			'a shorter grace period moves the end of a Pod into the future',
			'+ (seconds - before) * 1000)',
			'+ seconds * 1000)',
		],
	]),
	...mutantsOf('apiserver/subresources/eviction.js', {tests: ['apiserver/subresources/eviction.test.js']}, [
		['of several budgets of a Pod the first decides', 'if (budgets.length > 1) {', 'if (false) {'],
		[
			'an eviction is not noted in its budget',
			'disruptedPods: { ...present.status.disruptedPods, [pod.metadata.name]: services.kernel.timestamp() }',
			'disruptedPods: { ...present.status.disruptedPods }',
		],
	]),
	...mutantsOf('apiserver/subresources/binding.js', {}, [
		['a Binding is for any Pod of that name', 'if (uid && uid !== pod.metadata.uid) {', 'if (false) {'],
	]),
	...mutantsOf('apiserver/authorization/rbac.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		[
			'a ServiceAccount has the rights of one with its name in another namespace',
			'account?.name === name && account.namespace === place',
			'account?.name === name',
		],
	]),
	...mutantsOf('apiserver/admission/priority.js', {tests: ['apiserver/admission/chain.test.js']}, [
		[
			'of several default classes the highest counts',
			'(candidate.value ?? 0) < (lowest.value ?? 0)',
			'(candidate.value ?? 0) > (lowest.value ?? 0)',
		],
	]),
	...mutantsOf('etcd/etcd.js', {tests: ['etcd/etcd.test.js']}, [
		['an old revision is read as the oldest that is kept', 'this.since(revision).toReversed()', 'this.since(revision)'],
		[
			'a watch misses what has happened before it is open',
			'for (const event of missed) {',
			'for (const event of []) {',
		],
	]),
	...mutantsOf('client/informer.js', {}, [
		[
			'an informer that lists again takes another object of the same name for the old one',
			'if (old && metaOf(old).uid !== meta.uid) {',
			'if (false) {',
		],
	]),
	...mutantsOf('client/rate-limiter.js', {}, [
		['a client has no burst', 'this.#fullAtMs - nowMs - this.#fillMs', 'this.#fullAtMs - nowMs'],
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
];

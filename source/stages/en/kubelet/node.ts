import {conditionTurns, leaseSeconds, notReady, pressures, runningParts} from '../../digest/node.js';
import type {NodeFacts, RunningPod} from '../../facts/kubelet/node.js';
import {goDuration} from '../../../go/duration.js';
import {counted, podOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

const whyDeleted = {
	orphan: 'no manifest on the node describes it',
	leaving: 'it is being deleted, but its manifest is still on the node',
	outdated: 'it mirrors another manifest',
};

type Failures = NodeFacts['kubelet.usage']['failures'];

const unmeasured = ([first, ...others]: Failures): string =>
	first
		? `; no samples from ${first.node} (${first.error})${others.length > 0 ? ` and ${counted(others.length, 'more node')}` : ''}`
		: '';

const running = (pod: RunningPod): string => `${pod.pod} (${runningParts(pod).join(', ')})`;

/** Stops of a kubelet as a whole, in English. */
export const nodeSentences: Sentences<NodeFacts> = {
	'kubelet.node'(facts) {
		switch (facts.case) {
			case 'start': {
				return `The kubelet of ${facts.options.name} starts; the runtime has ${counted(facts.images, 'image')}.`;
			}

			case 'former': {
				return `${facts.name} continues with ${counted(facts.pods, 'Pod')}: sandboxes, containers and addresses stay.`;
			}

			case 'register': {
				return `The kubelet registers ${facts.node.metadata.name} with capacity, addresses, labels and a first status; the Node is not ready yet.`;
			}

			case 'known': {
				return `${facts.node.metadata.name} is already registered; the kubelet uses that Node.`;
			}

			case 'register-refused': {
				return `${facts.name} cannot be registered: ${facts.message}. The kubelet tries again.`;
			}

			case 'report': {
				const {name, volumesInUse} = facts;
				const unready = notReady(facts);
				if (unready !== undefined) {
					return `${name} reports that it is not ready: ${unready}.`;
				}

				const short = pressures(facts);
				return volumesInUse
					? `${name} reports that it is ready, and ${volumesInUse.length === 0 ? 'that no volume is in use' : `which volumes are in use: ${volumesInUse.map((volume) => volume.slice(volume.lastIndexOf('/') + 1)).join(', ')}`}.`
					: `${name} reports its conditions: it is ready${short.length > 0 ? `, but has ${short.join(', ')}` : ''}.`;
			}

			case 'csi-node': {
				return `The kubelet of ${facts.name} has the CSI drivers ${facts.drivers.join(', ')}; its CSINode lists them.`;
			}

			case 'report-refused': {
				return `${facts.name} cannot report its conditions: ${facts.message}.`;
			}

			case 'read-refused': {
				return `${facts.name} cannot read its Node: ${facts.message}.`;
			}
		}
	},
	'kubelet.lease': (facts) =>
		facts.case === 'renew'
			? `${facts.name} renews its Lease: it counts as alive for ${facts.spec?.leaseDurationSeconds ?? leaseSeconds} s.`
			: `${facts.name} cannot renew its Lease: ${facts.message}.`,
	'kubelet.cpus'(facts, stop) {
		switch (facts.case) {
			case 'start': {
				const {node, all, reserved, shared, isNew} = facts;
				return `The CPU manager of ${node} ${isNew ? 'starts' : 'continues'} with the static policy: CPUs ${all}, of which ${reserved} ${/[,-]/.test(reserved) ? 'are' : 'is'} reserved; the shared pool is ${shared}.`;
			}

			case 'give': {
				const {given, before, after} = facts;
				return `${given.map(({container, cpus}) => `${container} of ${podOf(stop)} gets CPU${/[,-]/.test(cpus) ? 's' : ''} ${cpus} exclusively`).join(', ')}; the shared pool shrinks from ${before} to ${after}.`;
			}

			case 'release': {
				const {node, released, shared} = facts;
				return `${counted(released.length, 'Pod')} with exclusive CPUs ${released.length === 1 ? 'has' : 'have'} left ${node}: the shared pool gets ${released.map(({cpus}) => cpus).join(', ')} back and is now ${shared}.`;
			}

			case 'reconcile': {
				const {container, before, cpus, isShared} = facts;
				return `The CPU manager checks the CPUs of containers: ${container} of ${podOf(stop)} ${isShared ? 'shares' : 'has'} CPU${/[,-]/.test(cpus) ? 's' : ''} ${cpus}, ${before === undefined ? 'as assigned' : `no longer ${before}`}.`;
			}
		}
	},
	'kubelet.usage': ({nodes, pods, failures}) =>
		`metrics-server asks the kubelets for the resource usage of their containers and gets samples of ${counted(nodes, 'node')} and ${counted(pods, 'Pod')}${unmeasured(failures)}.`,
	'kubelet.shutdown'(facts) {
		const {node} = facts;
		switch (facts.case) {
			case 'inhibit': {
				return `The kubelet of ${node} takes an inhibitor lock from logind: the lock delays a shutdown by at most ${goDuration(facts.delayMs)}.`;
			}

			case 'detected': {
				return `The kubelet of ${node} admits no more Pods: logind announces a shutdown of the system.`;
			}

			case 'cancelled': {
				return `The kubelet of ${node} learns from logind that the shutdown has been cancelled.`;
			}

			case 'group': {
				const {priority, seconds, pods} = facts;
				return `The kubelet ends the Pods of ${node} with priority ${priority} and above, within ${seconds} s: ${pods.map(({pod, graceSeconds}) => `${pod} (${graceSeconds} s of grace)`).join(', ')}.`;
			}

			case 'group-ended': {
				const {priority, count, late} = facts;
				return late.length === 0
					? `${counted(count, 'Pod')} of ${node} with priority ${priority} and above ${count === 1 ? 'has' : 'have'} ended.`
					: `Time is up for Pods with priority ${priority} and above; still running on ${node}: ${late.join(', ')}.`;
			}

			case 'released': {
				return `The kubelet of ${node} releases the lock: the shutdown continues.`;
			}
		}
	},
	'kubelet.eviction'(facts, stop) {
		switch (facts.case) {
			case 'observe': {
				const {node, signals, graceMs} = facts;
				const has = conditionTurns(facts, {
					gets: (conditions) => `gets ${conditions.join(', ')}`,
					keeps: (conditions) => `keeps ${conditions.join(', ')}`,
					loses: (conditions) => `loses ${conditions.join(', ')}`,
				});
				const low = signals.map(
					({signal, available, threshold, isSoft}) =>
						`${signal} is ${available}, below the ${isSoft ? 'soft' : 'hard'} threshold of ${threshold}`,
				);
				return low.length === 0
					? `The eviction manager of ${node} finds that the shortage is over: the Node ${has.join(', ')}.`
					: `The eviction manager of ${node} measures: ${low.join('; ')}${has.length > 0 ? `; the Node ${has.join(', ')}` : ''}${graceMs > 0 ? `, and Pods have ${goDuration(graceMs)} before the first is evicted` : ''}.`;
			}

			case 'rank': {
				const {node, resource, ranked, victim} = facts;
				const order = ranked.map(({pod, priority, excess}) =>
					resource === 'pids'
						? `${pod} (priority ${priority})`
						: `${pod} (${excess > 0 ? 'above' : 'within'} its request, priority ${priority})`,
				);
				return `The eviction manager of ${node} ranks its Pods for eviction (${resource}): ${order.join(', ') || 'there are none'}. ${victim === undefined ? 'None may be evicted.' : `It evicts ${victim}.`}`;
			}

			case 'evict': {
				return `The kubelet evicts ${podOf(stop)}, with ${facts.graceSeconds} s of grace: ${facts.message.trimEnd()}`;
			}
		}
	},
	'kubelet.garbage': (facts) =>
		facts.case === 'images'
			? `The kubelet of ${facts.node} has deleted ${facts.images.join(', ')}, which no container used: ${facts.freed} bytes are free again.`
			: `The disk of ${facts.node} is ${facts.percent}% full. ${facts.message}`,
	'kubelet.resync': ({node, pods, missed}) =>
		`As early kubelets did every 20 s, the kubelet compares ${counted(pods, 'Pod')} bound to ${node} with its workers: ${missed.length === 0 ? 'no worker is missing' : `${missed.join(', ')} ${missed.length === 1 ? 'has' : 'have'} no worker`}.`,
	'kubelet.pleg': ({node, asked, ...pod}) =>
		asked
			? `The sync has changed containers, so the PLEG lists this Pod at once: ${running(pod)}.`
			: `The PLEG lists the containers of ${node} and finds changes: ${running(pod)}.`,
	'kubelet.static': (facts, stop) =>
		facts.case === 'refused'
			? `Could not process manifest file ${facts.path}: ${facts.message}.`
			: `The kubelet of ${facts.node} reads ${facts.path}: ${podOf(stop)} is a static Pod, which the kubelet runs without the apiserver.`,
	'kubelet.mirror'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'waits': {
				return `${pod} has no mirror Pod yet: the kubelet has not read its own Node. The Pod runs anyway.`;
			}

			case 'create': {
				return `The kubelet creates a mirror Pod for its static Pod ${pod}; the Node owns it.`;
			}

			case 'exists': {
				return `${pod} is already in the API; the watch will deliver it.`;
			}

			case 'create-refused': {
				return `Failed creating a mirror pod for ${pod}: ${facts.message}. The Pod runs anyway.`;
			}

			case 'delete': {
				return `The kubelet deletes the mirror Pod ${pod} with grace period 0: ${whyDeleted[facts.why]}.`;
			}

			case 'delete-refused': {
				return `The mirror Pod ${pod} cannot be deleted: ${facts.message}.`;
			}
		}
	},
};

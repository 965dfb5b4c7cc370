import type {NodeFacts, RunningPod} from '../../facts/kubelet/node.js';
import type {Sentences} from '../../language.js';
import {podOf} from '../words.js';

const leaseSeconds = 40;

const whyDeleted = {
	orphan: 'no manifest on the node makes such a Pod',
	leaving: 'somebody wants it gone, but its manifest is still on the node',
	outdated: 'it shows another manifest',
};

const running = ({pod, sandbox, containers}: RunningPod): string => {
	const parts = [
		...(sandbox ? [`sandbox ${sandbox}`] : []),
		...containers.map(({name, attempt, state}) => `${name}${attempt > 0 ? `#${attempt}` : ''} ${state.toLowerCase()}`),
	];
	return `${pod} (${parts.join(', ')})`;
};

/** Stops of a kubelet as a whole, in English. */
export const nodeSentences: Sentences<NodeFacts> = {
	'kubelet.node'(facts) {
		switch (facts.case) {
			case 'start': {
				return `The kubelet of ${facts.options.name} starts; the runtime has ${facts.images} images.`;
			}

			case 'register': {
				return `The kubelet registers ${facts.node.metadata.name}: capacity, addresses, labels and a first, not yet ready, status.`;
			}

			case 'known': {
				return `${facts.node.metadata.name} is registered already; the kubelet goes on with it.`;
			}

			case 'register-refused': {
				return `${facts.name} cannot be registered: ${facts.message}. It is tried again.`;
			}

			case 'report': {
				return `${facts.name} reports its conditions: it is ready.`;
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
			? `${facts.name} renews its lease: it is alive, and believed for ${facts.spec?.leaseDurationSeconds ?? leaseSeconds} s.`
			: `${facts.name} cannot renew its lease: ${facts.message}.`,
	'kubelet.resync': ({node, pods, missed}) =>
		`The kubelet compares the ${pods} Pods bound to ${node} with its workers: ${missed.length === 0 ? 'none is missing' : `${missed.join(', ')} has none`}.`,
	'kubelet.pleg': ({node, changes}) =>
		`The PLEG lists what runs on ${node} and finds changes: ${changes.map((pod) => running(pod)).join('; ')}.`,
	'kubelet.static': (facts, stop) =>
		facts.case === 'refused'
			? `Could not process manifest file ${facts.path}: ${facts.message}.`
			: `The kubelet of ${facts.node} reads ${facts.path}: ${podOf(stop)} is a static Pod, which it runs without the apiserver.`,
	'kubelet.mirror'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'waits': {
				return `${pod} has no mirror Pod yet: the kubelet has not read its own Node. It runs all the same.`;
			}

			case 'create': {
				return `The kubelet shows its static Pod ${pod} in the API by a mirror Pod, which belongs to the Node.`;
			}

			case 'exists': {
				return `${pod} is in the API already; the watch will bring it.`;
			}

			case 'create-refused': {
				return `Failed creating a mirror pod for ${pod}: ${facts.message}. The Pod runs all the same.`;
			}

			case 'delete': {
				return `The kubelet deletes the mirror Pod ${pod} with grace 0: ${whyDeleted[facts.why]}.`;
			}

			case 'delete-refused': {
				return `The mirror Pod ${pod} cannot be deleted: ${facts.message}.`;
			}
		}
	},
};

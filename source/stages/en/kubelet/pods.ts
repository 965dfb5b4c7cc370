import type {Stop} from '../../../kernel/stop.js';
import type {ContainerState, PodStatus} from '../../../objects/kubernetes.generated.js';
import {statusNews} from '../../digest/pod-status.js';
import type {EndReason, PodFacts, WakeReason} from '../../facts/kubelet/pods.js';
import {podOf} from '../words.js';
import {goDuration} from '../../../go/duration.js';
import type {Sentences} from '../../language-table.js';

/** The resource in short supply on a node, with its verb. */
const shortOf: Readonly<Record<string, string>> = {pids: 'process IDs are', memory: 'memory is'};

const mirrorWords = {
	new: 'its mirror Pod is new',
	changed: 'its mirror Pod has changed',
	deleted: 'its mirror Pod is being deleted',
	gone: 'its mirror Pod is gone',
};

/** The reason of a worker's sync, after a colon. */
const wakeWords = (because: WakeReason): string => {
	switch (because.case) {
		case 'new': {
			return `it is new on ${because.node}`;
		}

		case 'found-running': {
			return 'the kubelet has restarted and finds it running';
		}

		case 'changed': {
			return 'its object has changed';
		}

		case 'deleted': {
			return `it is being deleted, with a grace period of ${because.graceSeconds} s`;
		}

		case 'gone': {
			return 'its object is gone';
		}

		case 'condition': {
			return 'a condition for which it waits has changed';
		}

		case 'pleg': {
			return 'the PLEG has seen one of its containers start or end';
		}

		case 'probe': {
			return `the ${because.probe} probe of ${because.container} ${because.passed ? 'has succeeded' : 'has failed'}`;
		}

		case 'mirror': {
			return mirrorWords[because.mirror];
		}

		case 'room': {
			return `${because.pod} is gone, which may leave enough room`;
		}

		case 'volumes': {
			return 'the volumes in the status of its Node have changed';
		}

		case 'evicted': {
			return `it is evicted because ${shortOf[because.resource] ?? 'disk space is'} short on the node`;
		}

		case 'preempted': {
			return `it makes room for the critical ${because.by}`;
		}

		case 'shutdown': {
			return `${because.node} shuts down`;
		}

		case 'time': {
			return 'it is time for the next check';
		}
	}
};

const endWords = (because: EndReason): string => {
	if (because.case === 'ended') {
		return 'its containers have ended for good';
	}

	if (because.case === 'ending') {
		return because.message;
	}

	if (because.case === 'orphan') {
		return 'it was deleted while the kubelet was down';
	}

	return wakeWords(because);
};

const planWords = ({
	killPod,
	kill,
	reset = [],
	update,
	createSandbox,
	startInit,
	start,
	startEphemeral,
}: Extract<PodFacts['kubelet.sync'], {case: 'plan'}>): string =>
	[
		...(killPod ? ['all its containers stop'] : []),
		...kill.map(({message}) => message),
		...(reset.length > 0 ? [`a rule restarts all containers and first removes ${reset.join(', ')}`] : []),
		...update.map((name) => `${name} gets new limits`),
		...(createSandbox ? ['it needs a sandbox'] : []),
		...(startInit === undefined ? [] : [`init container ${startInit} starts`]),
		...(start.length > 0 ? [`${start.join(', ')} ${start.length === 1 ? 'starts' : 'start'}`] : []),
		...(startEphemeral.length > 0
			? [`ephemeral ${startEphemeral.join(', ')} ${startEphemeral.length === 1 ? 'starts' : 'start'}`]
			: []),
	].join('; ');

const syncSentence = (facts: PodFacts['kubelet.sync'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			return `The pod worker syncs ${pod}: ${wakeWords(facts.because)}.`;
		}

		case 'plan': {
			return `The kubelet compares ${pod} with its running containers: ${planWords(facts)}.`;
		}

		case 'init': {
			return `The init container ${facts.container} of ${pod} is next; those after it wait until it ends.`;
		}

		case 'start-failure': {
			return `${facts.container} of ${pod} cannot start: ${facts.reason}.${facts.log === undefined ? '' : ` The kubelet's log says: ${facts.log}.`}`;
		}

		case 'devices-failure': {
			return `The devices of ${pod} are not ready: ${facts.message}. It gets no sandbox, and the kubelet tries again.`;
		}

		case 'sandbox-failure': {
			return `${pod} has no sandbox; the kubelet tries again.`;
		}
	}
};

const stateWords = (state: ContainerState | undefined): string => {
	if (state?.running) {
		return 'runs';
	}

	if (state?.terminated) {
		return `ended with ${state.terminated.exitCode}`;
	}

	return `waits: ${state?.waiting?.reason}`;
};

/** The changes in a status. */
const changes = (before: PodStatus, after: PodStatus): string =>
	statusNews(before, after, {phase: 'phase', address: 'address', state: stateWords}).join(', ') ||
	'the latest generation is observed';

const statusSentence = (facts: PodFacts['kubelet.status'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'set': {
			return `The status manager records for ${pod}: ${changes(facts.before, facts.after)}.`;
		}

		case 'send': {
			return `The status manager sends the status of ${pod} to the apiserver: phase ${facts.phase}.`;
		}

		case 'reconcile': {
			return `The status of ${pod} in the API differs from the one that the kubelet sent: the kubelet reads the Pod and corrects its status.`;
		}

		case 'read-refused': {
			return `The object of ${pod} cannot be read: ${facts.message}.`;
		}

		case 'send-refused': {
			return `The status of ${pod} cannot be written: ${facts.message}.`;
		}

		case 'delete': {
			return `Nothing of ${pod} is left on ${facts.node}: the kubelet deletes the object for good, with grace period 0.`;
		}

		case 'delete-refused': {
			return `${pod} cannot be deleted: ${facts.message}.`;
		}
	}
};

const admitSentence = (facts: PodFacts['kubelet.admit'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'verdict': {
			return facts.message === undefined
				? `The kubelet of ${facts.node} admits ${pod}: all ${facts.verdicts.length} handlers agree.`
				: `The kubelet of ${facts.node} refuses ${pod}: ${facts.message}.`;
		}

		case 'preempt': {
			return facts.victims
				? `${pod} is critical: the kubelet ends ${facts.victims.join(', ')} to make room.`
				: `${pod} is critical, but the kubelet must not end any Pod for it.`;
		}
	}
};

/** Stops of pod workers and their helpers, in English. */
export const podSentences: Sentences<PodFacts> = {
	'kubelet.sync': syncSentence,
	'kubelet.admit': admitSentence,
	'kubelet.kill'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'terminate': {
				return `The pod worker terminates ${pod}: ${endWords(facts.because)}.`;
			}

			case 'clean-up': {
				return `${pod} had ended (${facts.phase}) before the kubelet started; the kubelet now cleans up after it.`;
			}

			case 'devices': {
				return `${pod} cannot end yet: a driver must release its devices first (${facts.message}). The kubelet tries again.`;
			}

			case 'kill': {
				return facts.containers.length > 0
					? `The pod worker stops ${facts.containers.join(', ')} of ${pod}, with a grace period of ${facts.graceSeconds} s.`
					: `The pod worker stops ${pod}: none of its containers is running.`;
			}

			case 'finished': {
				return `${pod} has ended on ${facts.node}${facts.isDeleted ? '; its object can be removed' : ''}.`;
			}
		}
	},
	'kubelet.status': statusSentence,
	'kubelet.cgroup'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'make': {
				return `The kubelet creates the control group ${facts.cgroup}: ${pod} is ${facts.qosClass ?? 'BestEffort'}, and this class determines the parent and the limits of the group.`;
			}

			case 'resize': {
				return `The control group ${facts.cgroup} of ${pod} gets new limits.`;
			}

			case 'remove': {
				return `The kubelet removes the control group of ${pod}.`;
			}
		}
	},
	'kubelet.directories': ({directory}, stop) =>
		`The kubelet creates the directories of ${podOf(stop)} under ${directory}: for the Pod, its volumes and its plug-ins.`,
	'kubelet.metrics': ({podStartTotalDurationMs, pulledMs, initMs}, stop) =>
		`${podOf(stop)} takes ${podStartTotalDurationMs} ms from its creation until it is seen running, including ${pulledMs} ms of image pulls${initMs === 0 ? '' : ` and ${initMs} ms of init containers`}.`,
	'kubelet.resize': (facts, stop) =>
		facts.case === 'start'
			? `The node has the resources that ${podOf(stop)} requests: the kubelet allocates them and resizes the running containers.`
			: `${podOf(stop)} ${facts.reason === 'Infeasible' ? 'cannot have' : 'must wait for'} the resources that it requests: ${facts.message}.`,
	'kubelet.restart'(facts, stop) {
		const container = `${facts.container} of ${podOf(stop)}`;
		return facts.case === 'restart'
			? `${container} has ended with exit code ${facts.exitCode}: ${facts.byRule ? `one of its restartPolicyRules restarts it, regardless of its restart policy ${facts.policy}` : `restart policy ${facts.policy} restarts it`}.`
			: `${container} has ended ${facts.ends === 1 ? 'once' : `${facts.ends} times`}: its back-off is ${goDuration(facts.backoffMs)}, so it restarts in ${Math.ceil(facts.leftMs / 1000)} s.`;
	},
};

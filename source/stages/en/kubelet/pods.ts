import {semanticEqual} from '../../../kernel/equality.js';
import type {Stop} from '../../../kernel/stop.js';
import type {ContainerState, PodStatus} from '../../../objects/kubernetes.generated.js';
import type {EndReason, PodFacts, WakeReason} from '../../facts/kubelet/pods.js';
import type {Sentences} from '../../language.js';
import {podOf} from '../words.js';
import {goDuration} from '../../../go/duration.js';

const mirrorWords = {
	new: 'its mirror Pod is new',
	changed: 'its mirror Pod has changed',
	deleted: 'somebody deletes its mirror Pod',
	gone: 'its mirror Pod is gone',
};

/** Why a worker looks at its Pod, after a colon. */
const wakeWords = (because: WakeReason): string => {
	switch (because.case) {
		case 'new': {
			return `it is new on ${because.node}`;
		}

		case 'found-running': {
			return 'the kubelet has started anew and finds it running';
		}

		case 'changed': {
			return 'its object has changed';
		}

		case 'deleted': {
			return `it is being deleted, with ${because.graceSeconds} s grace`;
		}

		case 'gone': {
			return 'its object is gone';
		}

		case 'condition': {
			return 'a condition that it waits for has changed';
		}

		case 'pleg': {
			return 'the PLEG has seen something of it begin or end';
		}

		case 'probe': {
			return `the ${because.probe} probe of ${because.container} ${because.passed ? 'succeeds' : 'has failed'}`;
		}

		case 'mirror': {
			return mirrorWords[because.mirror];
		}

		case 'room': {
			return `${because.pod} is gone, and what it had may be enough`;
		}

		case 'preempted': {
			return `it makes room for the critical ${because.by}`;
		}

		case 'time': {
			return 'it is time to look again';
		}
	}
};

const endWords = (because: EndReason): string =>
	because.case === 'ended'
		? 'its containers have ended for good'
		: because.case === 'ending'
			? because.message
			: wakeWords(because);

const planWords = ({
	killPod,
	kill,
	update,
	createSandbox,
	startInit,
	start,
	startEphemeral,
}: Extract<PodFacts['kubelet.sync'], {case: 'plan'}>): string =>
	[
		...(killPod ? ['nothing of it goes on'] : []),
		...kill.map(({message}) => message),
		...update.map((name) => `${name} gets other limits`),
		...(createSandbox ? ['it needs a sandbox'] : []),
		...(startInit === undefined ? [] : [`init container ${startInit} starts`]),
		...(start.length > 0 ? [`${start.join(', ')} ${start.length === 1 ? 'starts' : 'start'}`] : []),
		...(startEphemeral.length > 0 ? [`ephemeral ${startEphemeral.join(', ')}`] : []),
	].join('; ');

const syncSentence = (facts: PodFacts['kubelet.sync'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			return `The pod worker syncs ${pod}: ${wakeWords(facts.because)}.`;
		}

		case 'plan': {
			return `The kubelet compares ${pod} with what runs: ${planWords(facts)}.`;
		}

		case 'init': {
			return `The init container ${facts.container} of ${pod} is next; those after it wait for its end.`;
		}

		case 'start-failure': {
			return `${facts.container} of ${pod} cannot start: ${facts.reason}.`;
		}

		case 'sandbox-failure': {
			return `${pod} has no sandbox; it is tried again.`;
		}
	}
};

const stateWords = (state: ContainerState | undefined): string =>
	state?.running
		? 'runs'
		: state?.terminated
			? `ended with ${state.terminated.exitCode}`
			: `waits: ${state?.waiting?.reason}`;

/** What is new in a status. */
const changes = (before: PodStatus, after: PodStatus): string => {
	const changed: string[] = [];
	if (before.phase !== after.phase) {
		changed.push(`phase ${after.phase}`);
	}

	if (after.podIP && before.podIP !== after.podIP) {
		changed.push(`address ${after.podIP}`);
	}

	for (const {type, status} of after.conditions ?? []) {
		if (before.conditions?.find((condition) => condition.type === type)?.status !== status) {
			changed.push(`${type} ${status}`);
		}
	}

	const old = [...(before.initContainerStatuses ?? []), ...(before.containerStatuses ?? [])];
	for (const {name, state} of [...(after.initContainerStatuses ?? []), ...(after.containerStatuses ?? [])]) {
		if (!semanticEqual(old.find((status) => status.name === name)?.state, state)) {
			changed.push(`${name} ${stateWords(state)}`);
		}
	}

	return changed.length > 0 ? changed.join(', ') : 'the newest generation is observed';
};

const statusSentence = (facts: PodFacts['kubelet.status'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'set': {
			return `The status manager notes for ${pod}: ${changes(facts.before, facts.after)}.`;
		}

		case 'send': {
			return `The status manager brings the status of ${pod} to the apiserver: phase ${facts.phase}.`;
		}

		case 'send-refused': {
			return `The status of ${pod} cannot be written: ${facts.message}.`;
		}

		case 'delete': {
			return `Nothing of ${pod} is left on ${facts.node}: the kubelet deletes the object for good, with grace 0.`;
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
				? `The kubelet of ${facts.node} admits ${pod}: ${facts.verdicts.length} handlers agree.`
				: `The kubelet of ${facts.node} refuses ${pod}: ${facts.message}.`;
		}

		case 'preempt': {
			return facts.victims
				? `${pod} is critical: the kubelet ends ${facts.victims.join(', ')} to make room.`
				: `${pod} is critical, but no Pod may be ended for it.`;
		}

		case 'block': {
			return `${pod} stays Pending: ${facts.message}.`;
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

			case 'kill': {
				return facts.containers.length > 0
					? `The pod worker ends ${pod}: ${facts.containers.join(', ')}, with ${facts.graceSeconds} s grace.`
					: `The pod worker ends ${pod}: no container of it runs.`;
			}

			case 'finished': {
				return `${pod} has ended on ${facts.node}${facts.isDeleted ? ': its object may go' : ''}.`;
			}
		}
	},
	'kubelet.status': statusSentence,
	'kubelet.cgroup'(facts, stop) {
		const pod = podOf(stop);
		switch (facts.case) {
			case 'make': {
				return `The kubelet makes the control group ${facts.cgroup}: ${pod} is ${facts.qosClass ?? 'BestEffort'}, which decides where it stands and what its limits are.`;
			}

			case 'resize': {
				return `The control group ${facts.cgroup} of ${pod} has its new limits.`;
			}

			case 'remove': {
				return `The control group of ${pod} is removed.`;
			}
		}
	},
	'kubelet.directories': ({directory}, stop) =>
		`The kubelet makes the directories of ${podOf(stop)} under ${directory}: for itself, its volumes and its plug-ins.`,
	'kubelet.metrics': ({podStartSLIDurationMs, pulledMs}, stop) =>
		`${podOf(stop)} is seen running: ${podStartSLIDurationMs + pulledMs} ms after its creation, ${pulledMs} ms of which were image pulls.`,
	'kubelet.resize': (facts, stop) =>
		facts.case === 'start'
			? `The node has what ${podOf(stop)} wishes for: it is promised, and the containers that run are brought to it.`
			: `${podOf(stop)} has to wait for what it wishes for: ${facts.message}.`,
	'kubelet.restart'(facts, stop) {
		const container = `${facts.container} of ${podOf(stop)}`;
		return facts.case === 'restart'
			? `${container} has ended with exit code ${facts.exitCode}: restart policy ${facts.policy} starts it again.`
			: `${container} has ended ${facts.ends} times: it waits ${goDuration(facts.backoffMs)} after its last end, ${Math.ceil(facts.leftMs / 1000)} s from now.`;
	},
};

import type {Stop} from '../../../kernel/stop.js';
import type {LifecycleHandler} from '../../../objects/kubernetes.generated.js';
import {probeKindOf} from '../../digest/container.js';
import type {ContainerFacts, ProbeKind} from '../../facts/kubelet/containers.js';
import {counted, lastPartOf, podOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

const titles: Readonly<Record<ProbeKind, string>> = {
	startup: 'The startup',
	readiness: 'The readiness',
	liveness: 'The liveness',
};

/** The result for a container once its probe has succeeded, or failed, often enough. */
const consequences: Readonly<Record<ProbeKind, readonly [passed: string, failed: string]>> = {
	startup: ['started', 'not started and is killed'],
	readiness: ['ready', 'not ready'],
	liveness: ['alive', 'dead and is killed'],
};

const pullSentence = (facts: ContainerFacts['kubelet.pull'], stop: Stop): string => {
	switch (facts.case) {
		case 'secrets': {
			const {found, missing} = facts;
			return missing.length > 0
				? `${missing.length === 1 ? 'The pull secret' : 'The pull secrets'} ${missing.join(', ')} of ${podOf(stop)} ${missing.length === 1 ? 'does' : 'do'} not exist: the registry may refuse the pull.`
				: `The kubelet has the ${found.length === 1 ? 'pull secret' : 'pull secrets'} of ${podOf(stop)}: ${found.join(', ')}.`;
		}

		case 'invalid': {
			return `${facts.image} is not a valid image name.`;
		}

		case 'present': {
			return `The image ${facts.image} of ${facts.container} is already on ${facts.node}; with pull policy ${facts.policy} it is not pulled.`;
		}

		case 'never': {
			return `${facts.message}.`;
		}

		case 'back-off': {
			return `${facts.message}: the next try is in ${Math.ceil(facts.leftMs / 1000)} s.`;
		}

		case 'pull': {
			const {image, container, present, isForeign, username} = facts;
			return isForeign
				? `The image ${image} is on the node, but was pulled with credentials that ${podOf(stop)} does not have: it is pulled again.`
				: `The image ${image} of ${container} is ${present ? 'on the node, but the pull policy is Always' : 'not on the node'}: it is pulled${username === undefined ? '' : ` as ${username}`}.`;
		}
	}
};

const handlerWords = ({exec, httpGet, sleep}: LifecycleHandler): string => {
	if (exec) {
		return `Exec ${(exec.command ?? []).join(' ')}`;
	}

	if (httpGet) {
		return `HTTP GET ${httpGet.path ?? '/'} on port ${httpGet.port}`;
	}

	if (sleep) {
		return `Sleep ${sleep.seconds} s`;
	}

	return 'TCP socket';
};

/** Stops of the kubelet's work for one container, in English. */
export const containerSentences: Sentences<ContainerFacts> = {
	'kubelet.pull': pullSentence,
	'kubelet.hook.*'(facts, stop) {
		const kind = lastPartOf(stop.stage);
		if (facts.case === 'end') {
			return facts.message === undefined
				? `The ${kind} hook of ${facts.container} has succeeded.`
				: `The ${kind} hook of ${facts.container} has failed: ${facts.message}.`;
		}

		const what = handlerWords(facts.handler);
		return kind === 'postStart'
			? `The postStart hook of ${facts.container} in ${podOf(stop)} runs alongside the container, which counts as running only after the hook ends. Handler: ${what}.`
			: `The preStop hook of ${facts.container} in ${podOf(stop)} runs before the stop signal, within the grace period. Handler: ${what}.`;
	},
	'kubelet.probe.*'({container, result, output, inARow, threshold, changed}, stop) {
		const kind = probeKindOf(stop);
		if (result === 'unknown') {
			return `${titles[kind]} probe of ${container} in ${podOf(stop)} cannot run: ${output.trimEnd()}. This counts as neither a failure nor a success.`;
		}

		const passed = result !== 'failure';
		const consequence = consequences[kind][passed ? 0 : 1];
		const unchanged = passed ? '' : ` (${inARow > threshold ? `${inARow} in a row` : `${inARow} of ${threshold}`})`;
		const more = changed ? ` (${inARow} in a row), so the container counts as ${consequence}` : unchanged;
		const said = output.trimEnd();
		return `${titles[kind]} probe of ${container} in ${podOf(stop)} ${passed ? 'succeeds' : `fails${said === '' ? '' : `: ${said}`}`}${more}.`;
	},
	'kubelet.logs'(facts, stop) {
		return facts.case === 'refused'
			? `The kubelet of ${facts.node} cannot read the log: ${facts.message}.`
			: `The kubelet of ${facts.node} reads ${facts.follows ? 'and follows ' : ''}the log of ${facts.container} in ${podOf(stop)}: ${counted(facts.lines, 'line')}.`;
	},
};

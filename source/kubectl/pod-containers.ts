import type {Container, EphemeralContainer, Pod} from '../objects/kubernetes.generated.js';
import {CommandFailure} from './failure.js';
import type {Invocation} from './invocation.js';

/** The annotation that names the default container. */
const defaultAnnotation = 'kubectl.kubernetes.io/default-container';

/** All containers of a Pod, the relevant ones first. */
export const allContainers = ({spec}: Pod): ReadonlyArray<Container | EphemeralContainer> => [
	...spec.containers,
	...(spec.initContainers ?? []),
	...(spec.ephemeralContainers ?? []),
];

/** `web, debugger (ephem), setup (init)`. @mirrors kubectl/pkg/cmd/util/podcmd AllContainerNames */
export const containerNames = ({spec}: Pick<Pod, 'spec'>): string =>
	[
		...spec.containers.map(({name}) => name),
		...(spec.ephemeralContainers ?? []).map(({name}) => `${name} (ephem)`),
		...(spec.initContainers ?? []).map(({name}) => `${name} (init)`),
	].join(', ');

/** The refusal of a name that no container has. */
export const noSuchContainer = (pod: Pod, name: string): CommandFailure =>
	new CommandFailure(`container ${name} is not valid for pod ${pod.metadata.name} out of: ${containerNames(pod)}`);

/**
The container of a command: the named one, the one in the Pod's annotation, or the first one; of several, kubectl reports its choice.

@throws {CommandFailure} when no container has the name.
@mirrors kubectl/pkg/cmd/util/podcmd FindOrDefaultContainerByName
*/
export const containerFor = (invocation: Invocation, pod: Pod, name: string): Container | EphemeralContainer => {
	const all = allContainers(pod);
	const wanted = name || pod.metadata.annotations?.[defaultAnnotation] || '';
	const container = wanted ? all.find((one) => one.name === wanted) : all[0];
	if (!container) {
		throw noSuchContainer(pod, wanted);
	}

	if (!wanted && all.length > 1 && !invocation.flags.on('quiet')) {
		invocation.err(`Defaulted container "${container.name}" out of: ${containerNames(pod)}\n`);
	}

	return container;
};

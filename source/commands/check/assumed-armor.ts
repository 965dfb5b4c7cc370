import {nestedField, nestedSlice, nestedString, nestedStringMap} from '../../objects/unstructured.js';
import {podTemplatePath} from '../../objects/pod-template.js';
import type {Scenario} from '../../scenario/scenario.js';
import {podSpecOf} from './assumed-pools.js';
import type {GivenDocument} from './given-documents.js';

/** The old annotation of a profile; the name of a container follows. */
const annotation = 'container.apparmor.security.beta.kubernetes.io/';

const annotationsOf = ({kind, value}: GivenDocument): Readonly<Record<string, string>> =>
	nestedStringMap(value, ...(podTemplatePath(kind) ?? ['spec', 'template']), 'metadata', 'annotations') ?? {};

const wantsArmor = (document: GivenDocument): boolean => {
	const spec = podSpecOf(document);
	const profiles = [spec, ...nestedSlice(spec, 'containers'), ...nestedSlice(spec, 'initContainers')].flatMap(
		(holder) => nestedString(nestedField(holder, 'securityContext'), 'appArmorProfile', 'type') ?? [],
	);
	const old = Object.entries(annotationsOf(document)).flatMap(([key, profile]) =>
		key.startsWith(annotation) ? profile : [],
	);
	return [...profiles, ...old].some((profile) => profile.toLowerCase() !== 'unconfined');
};

/** The first document whose Pods need nodes that enforce AppArmor, where a node of the scenario does not. Most distributions of Linux do. */
export const needsArmor = (
	documents: readonly GivenDocument[],
	{nodes}: Pick<Scenario, 'nodes'>,
): GivenDocument | undefined =>
	nodes.every(({appArmor}) => appArmor) ? undefined : documents.find((document) => wantsArmor(document));

/** A scenario whose nodes enforce AppArmor. */
export const withArmor = (scenario: Scenario): Scenario => ({
	...scenario,
	nodes: scenario.nodes.map((node) => ({...node, appArmor: true})),
});

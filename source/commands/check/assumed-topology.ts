import {nestedSlice, nestedString} from '../../objects/unstructured.js';
import type {Scenario} from '../../scenario/scenario.js';
import {podSpecOf} from './assumed-pools.js';
import type {GivenDocument} from './given-documents.js';

/** Labels that a cloud gives to each node. @see https://kubernetes.io/docs/reference/labels-annotations-taints/#topologykubernetesiozone */
const zonal = /^(?:topology|failure-domain\.beta)\.kubernetes\.io\/(zone|region)$/;

/** A topology label of a Pod's constraints that no node of the scenario has. */
export interface AssumedTopology {
	readonly by: GivenDocument;
	readonly key: string;
}

/** The labels without which the scheduler places no Pod of a document. */
const keysOf = (document: GivenDocument): readonly string[] => {
	const spec = podSpecOf(document);
	const spread = nestedSlice(spec, 'topologySpreadConstraints').filter(
		(constraint) => nestedString(constraint, 'whenUnsatisfiable') === 'DoNotSchedule',
	);
	const together = nestedSlice(spec, 'affinity', 'podAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
	return [...spread, ...together].flatMap((term) => nestedString(term, 'topologyKey') ?? []);
};

/** The zones and regions that documents need and the nodes of a scenario lack, each once. */
export const assumedTopology = (
	documents: readonly GivenDocument[],
	{nodes}: Pick<Scenario, 'nodes'>,
): readonly AssumedTopology[] => {
	const found = new Map<string, GivenDocument>();
	for (const by of documents) {
		for (const key of keysOf(by)) {
			if (zonal.test(key) && !nodes.some(({labels}) => Object.hasOwn(labels, key)) && !found.has(key)) {
				found.set(key, by);
			}
		}
	}

	return [...found].map(([key, by]) => ({by, key}));
};

/** A scenario whose nodes are in three zones of one region, under these labels. */
export const withTopology = (scenario: Scenario, keys: readonly string[]): Scenario =>
	keys.length === 0
		? scenario
		: {
				...scenario,
				nodes: scenario.nodes.map((node, index) => ({
					...node,
					labels: {
						...node.labels,
						...Object.fromEntries(
							keys.map((key) => [key, zonal.exec(key)?.[1] === 'zone' ? `zone-${'abc'[index % 3]}` : 'region-a']),
						),
					},
				})),
			};

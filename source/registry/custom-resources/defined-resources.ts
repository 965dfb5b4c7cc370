import type {CustomResourceDefinition} from '../../objects/kubernetes.generated.js';
import {registryPrefix, type Resource} from '../../objects/resources.js';
import {resourcesOf} from './definition.js';

const prefix = `${registryPrefix({group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions'})}/`;

/** The definitions of a cluster, as of any step. */
interface Definitions {
	readonly keys: (prefix: string, step?: number) => readonly string[];
	readonly readAt: <T>(key: string, step: number) => T | undefined;
}

/**
The resources of a cluster's CustomResourceDefinitions, in every served version.

@param step the step after which they are read; by default, the end of the run.
*/
export const definedResources = (ledger: Definitions, step = Number.POSITIVE_INFINITY): readonly Resource[] =>
	ledger
		.keys(prefix, step)
		.map((key) => ledger.readAt<CustomResourceDefinition>(key, step))
		.flatMap((definition) => (definition ? resourcesOf(definition) : []));

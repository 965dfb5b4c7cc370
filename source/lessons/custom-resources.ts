import type {AnyRecording} from '../debugger/seek.js';
import {resourcesOf} from '../registry/custom-resources/definition.js';
import type {CustomResourceDefinition} from '../objects/kubernetes.generated.js';
import {registryPrefix, type Resource} from '../objects/resources.js';

const prefix = `${registryPrefix({group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions'})}/`;

/**
The resources that CustomResourceDefinitions make, in every version that is served.

@param step after which they are looked for; the end of the tape without it.
*/
export const customResources = (
	{kernel: {ledger}}: Pick<AnyRecording, 'kernel'>,
	step = Number.POSITIVE_INFINITY,
): readonly Resource[] =>
	ledger
		.keys(prefix, step)
		.map((key) => ledger.readAt<CustomResourceDefinition>(key, step))
		.flatMap((definition) => (definition ? resourcesOf(definition) : []));

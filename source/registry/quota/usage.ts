import {kindOf} from '../kinds.js';
import type {Amounts} from './amounts.js';
import type {Incoming} from '../incoming.js';
import type {Resource} from '../../objects/resources.js';

/** A resource of the API, with its name in quotas. */
export type Counted = Pick<Resource, 'group' | 'version' | 'kind' | 'plural' | 'custom'>;

/** `count/deployments.apps` */
const countName = ({group, plural}: Counted): string => `count/${plural}${group === '' ? '' : `.${group}`}`;

/**
The quotas of its namespace that count an object, and the amounts.

@mirrors k8s.io/kubernetes/pkg/quota/v1/evaluator/core
*/
export const quotaUsage = (resource: Counted, object: Incoming): Amounts => {
	const quota = kindOf(resource)?.quota;
	return {
		[countName(resource)]: '1',
		...(quota?.byPlural ? {[resource.plural]: '1'} : {}),
		...quota?.usage?.(object),
	};
};

/** The names in a quota that apply to objects of the resource. @mirrors Evaluator.MatchingResources */
export const matchingNames = (resource: Counted, names: readonly string[]): readonly string[] => {
	const count = countName(resource);
	const quota = kindOf(resource)?.quota;
	return names.filter(
		(name) => name === count || (quota?.byPlural && name === resource.plural) || (quota?.concerns?.(name) ?? false),
	);
};

import type {Routine} from '../../kernel/routine.js';
import type {ResourceQuota} from '../../objects/kubernetes.generated.js';
import {chargeRequest, printAmounts} from '../../registry/quota/charge.js';
import {UncoveredScopes, type LimitedResource} from '../../registry/quota/limited.js';
import type {AdmissionFindings} from '../../stages/facts/apiserver/admission.js';
import {failure, RequestFailure} from '../request/failure.js';
import {refuse, type AdmissionAttributes, type AdmissionContext, type AdmissionPlugin} from './plugin.js';

const uncounted = new Set(['events', 'bindings', 'namespaces']);
const grows = new Set(['services', 'persistentvolumeclaims']);
const retries = 5;

/** `Configuration` of `apiserver.config.k8s.io`: resources that may be used only if a quota covers them. */
export interface ResourceQuotaConfiguration {
	readonly limitedResources?: readonly LimitedResource[];
}

/**
Charges what a request would use to the quotas of the namespace, before it is stored; a request beyond a quota is refused.

Runs last, so that nothing is charged for a request that another plug-in refuses.

@see https://kubernetes.io/docs/concepts/policy/resource-quotas/
@mirrors resourcequota.QuotaAdmission.Validate, quotaEvaluator.checkRequest
*/
export const resourceQuota = ({
	limitedResources = [],
}: ResourceQuotaConfiguration = {}): AdmissionPlugin<'ResourceQuota'> => ({
	name: 'ResourceQuota',

	handles: ({namespace}) => namespace !== '',

	concerns: ({operation, resource, subresource}) =>
		resource.namespaced &&
		!uncounted.has(resource.plural) &&
		((operation === 'CREATE' && subresource === '') ||
			(operation === 'UPDATE' &&
				resource.group === '' &&
				((subresource === '' && grows.has(resource.plural)) ||
					(subresource === 'resize' && resource.plural === 'pods')))),

	validate: (attributes, context) =>
		limitedResources.length === 0 && context.reader.list('resourcequotas', attributes.namespace).length === 0
			? {case: 'no-quota', namespace: attributes.namespace}
			: charge(attributes, context, limitedResources),
});

function* charge(
	attributes: AdmissionAttributes,
	context: AdmissionContext,
	limited: readonly LimitedResource[],
): Routine<AdmissionFindings['ResourceQuota']> {
	const {namespace, resource, object, oldObject, operation, dryRun} = attributes;
	if (!object) {
		throw new TypeError(`${operation} of ${resource.plural} brings no object to charge for`);
	}

	for (let attempt = 0; ; attempt++) {
		const quotas = context.reader.list('resourcequotas', namespace);
		const before = operation === 'UPDATE' ? oldObject : undefined;
		const charges = chargeRequest(quotas, resource, object, before, limited);
		if (charges instanceof UncoveredScopes) {
			throw new RequestFailure(failure(500, '', charges.message));
		}

		if (typeof charges === 'string') {
			throw refuse(attributes, charges);
		}

		if (charges.length === 0) {
			return {case: 'not-counted', namespace, resource: resource.plural};
		}

		const charged = charges.map(({quota, requested}) => ({
			name: quota.metadata.name,
			amounts: printAmounts(requested),
		}));
		if (dryRun) {
			return {case: 'fits', quotas: charged};
		}

		try {
			for (const {quota, used} of charges) {
				const after: ResourceQuota = {
					...quota,
					status: {...quota.status, used: {...quota.status?.used, ...used}},
				};
				yield* context.update('resourcequotas', after);
			}

			return {case: 'charged', quotas: charged};
		} catch (error) {
			// Another request was charged in between: check again the rest.
			if (!(error instanceof RequestFailure) || error.status.code !== 409 || attempt >= retries) {
				throw error;
			}
		}
	}
}

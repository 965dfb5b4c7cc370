import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {CertificateSigningRequest} from '../../objects/kubernetes.generated.js';
import type {UserInfo} from '../request/user.js';

const isRequest = (object: KubernetesObject): object is KubernetesObject & CertificateSigningRequest =>
	object.kind === 'CertificateSigningRequest' && object.apiVersion === 'certificates.k8s.io/v1';

/** A request for a certificate says who asks: what the server has seen, not what the client writes. @mirrors csrStrategy.PrepareForCreate */
export const requestedBy = (object: KubernetesObject, {username, uid, groups, extra}: UserInfo): KubernetesObject => {
	if (!isRequest(object)) {
		return object;
	}

	const {username: _, uid: __, groups: ___, extra: ____, ...spec} = object.spec;
	return {
		...object,
		spec: {
			...spec,
			username,
			...(uid ? {uid} : {}),
			...(groups.length > 0 ? {groups} : {}),
			...(extra ? {extra} : {}),
		},
		status: {},
	} as KubernetesObject;
};

/** New conditions get the time at which they came. @mirrors populateConditionTimestamps */
export const conditionsTimed = (object: KubernetesObject, old: KubernetesObject, now: string): KubernetesObject => {
	if (!isRequest(object) || !isRequest(old)) {
		return object;
	}

	const before = old.status?.conditions ?? [];
	return {
		...object,
		status: {
			...object.status,
			...(object.status?.conditions
				? {
						conditions: object.status.conditions.map((condition) => {
							const same = before.find(({type, status}) => type === condition.type && status === condition.status);
							return {
								...condition,
								lastUpdateTime: condition.lastUpdateTime ?? now,
								lastTransitionTime: condition.lastTransitionTime ?? same?.lastTransitionTime ?? now,
							};
						}),
					}
				: {}),
		},
	} as KubernetesObject;
};

import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {CertificateSigningRequest} from '../../objects/kubernetes.generated.js';
import type {UserInfo} from '../request/user.js';

const request = 'certificates.k8s.io/v1 CertificateSigningRequest';

/** A certificate request records its requester: the user that the server has authenticated, not what the client writes. @mirrors csrStrategy.PrepareForCreate */
export const requestedBy = (object: KubernetesObject, {username, uid, groups, extra}: UserInfo): KubernetesObject => {
	if (!isKind(object, request)) {
		return object;
	}

	const {username: _, uid: __, groups: ___, extra: ____, ...spec} = object.spec;
	const asked: CertificateSigningRequest = {
		...object,
		spec: {
			...spec,
			username,
			...(uid ? {uid} : {}),
			...(groups.length > 0 ? {groups} : {}),
			...(extra ? {extra} : {}),
		},
		status: {},
	};
	return asked;
};

/** Sets the time of added conditions. @mirrors populateConditionTimestamps */
export const conditionsTimed = (object: KubernetesObject, old: KubernetesObject, now: string): KubernetesObject => {
	if (!isKind(object, request) || !isKind(old, request)) {
		return object;
	}

	const before = old.status?.conditions ?? [];
	const timed: CertificateSigningRequest = {
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
	};
	return timed;
};

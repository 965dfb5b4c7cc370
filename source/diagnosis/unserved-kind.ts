import {editDistance} from '../kernel/edit-distance.js';
import {removedKinds} from '../objects/removed-kinds.js';
import {apiVersionOf, groupVersionOf, resources, versionsOf} from '../objects/resources.js';
import {closest} from '../scenario/mistake.js';
import type {RefusalAdvice} from './refused.js';

/** Whether a version belongs to a group that is not Kubernetes' own, such as `serving.knative.dev/v1`: a Kubernetes kind with the same name is different. */
const isForeign = (version: string): boolean => {
	const {group} = groupVersionOf(version);
	const groups = [...new Set(resources.map((resource) => resource.group))];
	return group.includes('.') && groups.every((one) => editDistance(group, one) > 2);
};

/** Advice about a kind that is not served in a version. @param version as the manifest has it, such as `apps/v1beta1` */
export const kindAdvice = (kind: string, version: string): RefusalAdvice => {
	if (isForeign(version)) {
		return {field: ['kind'], advice: [({cluster}) => cluster.noKind(kind, version)]};
	}

	const versions = versionsOf(kind);
	if (versions.length > 0) {
		return {
			field: ['apiVersion'],
			advice: [({cluster}) => cluster.served(kind, versions)],
			candidates: versions.map((value) => ({field: ['apiVersion'], change: {value}})),
		};
	}

	const removed = Object.hasOwn(removedKinds, kind) ? removedKinds[kind] : undefined;
	if (removed) {
		const {release, successor} = removed;
		return {field: ['kind'], advice: [({cluster}) => cluster.removedKind(kind, release, successor)]};
	}

	const near = closest(kind, [...new Set(resources.map((resource) => resource.kind))]);
	const served = resources.filter((resource) => resource.kind === near).map(apiVersionOf);
	return near === undefined
		? {field: ['kind'], advice: [({cluster}) => cluster.noKind(kind, version)]}
		: {
				field: ['kind'],
				advice: [({cluster}) => cluster.nearKind(near, [...new Set(served)])],
				candidates: [{field: ['kind'], change: {value: near}}],
			};
};

import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {present} from '../../objects/copy.js';
import type {EventsV1Event, Event as CoreEvent} from '../../objects/kubernetes.generated.js';
import type {CustomVersion} from '../../objects/custom-version.js';
import {apiVersionOf, groupVersionOf, type Resource} from '../../objects/resources.js';

type Fields = Readonly<Record<string, unknown>>;

/** A kind in a version that is served but not stored, and the way there and back. */
interface Conversion {
	readonly stored: string;
	readonly toStorage: (object: never) => Fields;
	readonly fromStorage: (object: never) => Fields;
}

interface Metric {
	readonly type: string;
	readonly resource?: {readonly name: string; readonly target?: {readonly averageUtilization?: number}};
}

interface Autoscaler {
	readonly spec: Fields & {readonly metrics?: readonly Metric[]; readonly targetCPUUtilizationPercentage?: number};
	readonly status?: Fields & {
		readonly currentMetrics?: ReadonlyArray<{
			readonly resource?: {readonly name: string; readonly current?: {readonly averageUtilization?: number}};
		}>;
	};
}

const conversions: Readonly<Record<string, Conversion>> = {
	'events.k8s.io/v1 Event': {
		stored: 'v1',
		toStorage: (event: EventsV1Event) =>
			present({
				metadata: event.metadata,
				involvedObject: event.regarding ?? {},
				related: event.related,
				reason: event.reason,
				message: event.note,
				source: event.deprecatedSource ?? {},
				firstTimestamp: event.deprecatedFirstTimestamp,
				lastTimestamp: event.deprecatedLastTimestamp,
				count: event.deprecatedCount,
				type: event.type,
				eventTime: event.eventTime,
				series: event.series,
				action: event.action,
				reportingComponent: event.reportingController,
				reportingInstance: event.reportingInstance,
			}),
		fromStorage: (event: CoreEvent) =>
			present({
				metadata: event.metadata,
				eventTime: event.eventTime ?? null,
				series: event.series,
				reportingController: event.reportingComponent,
				reportingInstance: event.reportingInstance,
				action: event.action,
				reason: event.reason,
				regarding: event.involvedObject,
				related: event.related,
				note: event.message,
				type: event.type,
				deprecatedSource: event.source,
				deprecatedFirstTimestamp: event.firstTimestamp,
				deprecatedLastTimestamp: event.lastTimestamp,
				deprecatedCount: event.count,
			}),
	},
	'autoscaling/v1 HorizontalPodAutoscaler': {
		stored: 'autoscaling/v2',
		toStorage({spec, ...rest}: Autoscaler) {
			const {targetCPUUtilizationPercentage: percentage, ...common} = spec;
			const metrics =
				percentage === undefined
					? undefined
					: [
							{
								type: 'Resource',
								resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: percentage}},
							},
						];
			return {...rest, spec: present({...common, metrics})};
		},
		fromStorage({spec, status, ...rest}: Autoscaler) {
			const {metrics, behavior: _behavior, ...common} = spec;
			const cpu = metrics?.find(({resource}) => resource?.name === 'cpu')?.resource?.target?.averageUtilization;
			const {currentMetrics, conditions: _conditions, ...counted} = status ?? {};
			const now = currentMetrics?.find(({resource}) => resource?.name === 'cpu')?.resource?.current?.averageUtilization;
			return {
				...rest,
				spec: present({...common, targetCPUUtilizationPercentage: cpu}),
				status: present({currentReplicas: 0, desiredReplicas: 0, ...counted, currentCPUUtilizationPercentage: now}),
			};
		},
	},
};

const convertedKinds = new Set(Object.keys(conversions).map((name) => name.split(' ')[1]));

/** Most kinds have none, which is seen without putting a name together. */
const conversionOf = (apiVersion: string, kind: string): Conversion | undefined =>
	convertedKinds.has(kind) ? conversions[`${apiVersion} ${kind}`] : undefined;

/** The object in the version in which its kind is stored. Simplified: what the other version cannot say is lost instead of kept in annotations. */
export const toStorage = (object: KubernetesObject, custom?: CustomVersion): KubernetesObject => {
	if (custom) {
		// The strategy None changes nothing but the version.
		const apiVersion = `${groupVersionOf(object.apiVersion).group}/${custom.storedVersion}`;
		return object.apiVersion === apiVersion ? object : {...object, apiVersion};
	}

	const conversion = conversionOf(object.apiVersion, object.kind);
	return conversion
		? ({
				kind: object.kind,
				...conversion.toStorage(object as never),
				apiVersion: conversion.stored,
			} as unknown as KubernetesObject)
		: object;
};

/** True when what is stored must be changed before this resource can show it. */
export const isConverted = (resource: Resource): boolean =>
	(resource.custom !== undefined && resource.custom.storedVersion !== resource.version) ||
	conversionOf(apiVersionOf(resource), resource.kind) !== undefined;

/** The stored object in the version of a resource. */
export const toVersion = (resource: Resource, object: KubernetesObject): KubernetesObject => {
	const apiVersion = apiVersionOf(resource);
	if (resource.custom) {
		return object.kind === resource.kind && object.apiVersion !== apiVersion ? {...object, apiVersion} : object;
	}

	const conversion = conversionOf(apiVersion, resource.kind);
	return conversion && object.apiVersion === conversion.stored
		? ({kind: object.kind, ...conversion.fromStorage(object as never), apiVersion} as unknown as KubernetesObject)
		: object;
};

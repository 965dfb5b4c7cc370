import type {Stop} from '../kernel/stop.js';
import {nameInKey} from '../objects/resources.js';

/** `namespace/name` of the Pod that a stop is about. */
export const podOf = ({object = ''}: Stop): string => object.slice('/registry/pods/'.length);

/** The name of the object that a stop is about. */
export const nameOf = ({object = ''}: Stop): string => nameInKey(object);

/** `namespace/name` of the object that a stop is about, where it has a namespace. */
export const keyOf = ({object = ''}: Stop): string => object.split('/').slice(-2).join('/');

/** The last part of a stage: `readiness` of `kubelet.probe.readiness`. */
export const lastPartOf = (stage: string): string => stage.slice(stage.lastIndexOf('.') + 1);

/** The controller of a stop `controller.<name>.…`. */
export const controllerNameOf = ({stage}: Stop): string => stage.split('.')[1] ?? '';

const kinds: Readonly<Record<string, string>> = {
	deployment: 'Deployment',
	replicaset: 'ReplicaSet',
	replicationcontroller: 'ReplicationController',
	statefulset: 'StatefulSet',
	daemonset: 'DaemonSet',
	job: 'Job',
	cronjob: 'CronJob',
};

/** The kind of object that a controller handles, if there is one: `ReplicaSet` for a stop `controller.replicaset.sync`. */
export const ownKind = (stop: Stop): string => kinds[controllerNameOf(stop)] ?? '';

import type {Weighted} from './framework.js';
import {imageLocality} from './plugins/image-locality.js';
import {interPodAffinity} from './plugins/inter-pod-affinity.js';
import {nodeAffinity} from './plugins/node-affinity.js';
import {nodeName} from './plugins/node-name.js';
import {nodePorts} from './plugins/node-ports.js';
import {nodeResourcesBalancedAllocation} from './plugins/node-resources-balanced-allocation.js';
import {nodeResourcesFit} from './plugins/node-resources-fit.js';
import {nodeUnschedulable} from './plugins/node-unschedulable.js';
import {nodeVolumeLimits} from './plugins/node-volume-limits.js';
import {podTopologySpread} from './plugins/pod-topology-spread.js';
import {schedulingGates} from './plugins/scheduling-gates.js';
import {taintToleration} from './plugins/taint-toleration.js';
import {volumeBinding} from './plugins/volume-binding.js';
import {volumeRestrictions} from './plugins/volume-restrictions.js';
import {volumeZone} from './plugins/volume-zone.js';

/**
The plug-ins of the default profile, in upstream's order. Around them, PrioritySort orders the queue, DefaultPreemption makes
room, and DefaultBinder binds.

@mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/v1 getDefaultPlugins
*/
export const defaultProfile: readonly Weighted[] = [
	{plugin: schedulingGates, weight: 0},
	{plugin: nodeUnschedulable, weight: 0},
	{plugin: nodeName, weight: 0},
	{plugin: taintToleration, weight: 3},
	{plugin: nodeAffinity, weight: 2},
	{plugin: nodePorts, weight: 0},
	{plugin: nodeResourcesFit, weight: 1},
	{plugin: volumeRestrictions, weight: 0},
	{plugin: nodeVolumeLimits, weight: 0},
	{plugin: volumeBinding, weight: 0},
	{plugin: volumeZone, weight: 0},
	{plugin: podTopologySpread, weight: 2},
	{plugin: interPodAffinity, weight: 2},
	{plugin: nodeResourcesBalancedAllocation, weight: 1},
	{plugin: imageLocality, weight: 1},
];

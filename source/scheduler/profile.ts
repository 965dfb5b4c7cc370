import {inProfile, type ProfilePlugin} from './framework.js';
import {dynamicResources} from './plugins/dynamic-resources.js';
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
export const defaultProfile: readonly ProfilePlugin[] = [
	inProfile(schedulingGates),
	inProfile(nodeUnschedulable),
	inProfile(nodeName),
	inProfile(taintToleration, 3),
	inProfile(nodeAffinity, 2),
	inProfile(nodePorts),
	inProfile(nodeResourcesFit, 1),
	inProfile(volumeRestrictions),
	inProfile(nodeVolumeLimits),
	inProfile(volumeBinding),
	inProfile(volumeZone),
	inProfile(podTopologySpread, 2),
	inProfile(interPodAffinity, 2),
	inProfile(dynamicResources, 1),
	inProfile(nodeResourcesBalancedAllocation, 1),
	inProfile(imageLocality, 1),
];

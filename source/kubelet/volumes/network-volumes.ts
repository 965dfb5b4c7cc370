import type {FCVolumeSource, NFSVolumeSource} from '../../objects/kubernetes.generated.js';
import {MountFailure} from '../storage/mount-failure.js';

/** How long mount.nfs tries to reach a server. */
export const nfsTimeoutMs = 120_000;

/** The result of an NFS mount: at once, or after {@link nfsTimeoutMs}. */
export type NFSMount =
	{readonly case: 'mounted'} | {readonly case: 'failed'; readonly output: string; readonly afterMs: number};

const isAddress = (server: string): boolean => /^[\d.]+$|:/.test(server);

/**
Whether a node can mount from an NFS server. Names are looked up on the node, which does not use the cluster's DNS.

@param servers the reachable ones.
*/
export const mountNFS = ({server, path}: NFSVolumeSource, servers: readonly string[]): NFSMount => {
	if (servers.includes(server) || servers.includes(`${server}:${path}`)) {
		return {case: 'mounted'};
	}

	return isAddress(server)
		? {case: 'failed', output: 'mount.nfs: Connection timed out', afterMs: nfsTimeoutMs}
		: {
				case: 'failed',
				output: `mount.nfs: Failed to resolve server ${server}: Name or service not known`,
				afterMs: 0,
			};
};

/** The words of a failed mount command. @mirrors k8s.io/mount-utils Mounter.doMount */
export const mountFailed = (
	type: string,
	options: readonly string[],
	source: string,
	target: string,
	output: string,
): MountFailure =>
	new MountFailure(
		`mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t ${type} ${options.length > 0 ? `-o ${options.join(',')} ` : ''}${source} ${target}\nOutput: ${output}\n`,
	);

/** The failure of an iSCSI volume: nodes do not have its tools. @mirrors k8s.io/kubernetes/pkg/volume/iscsi AttachDisk */
export const iscsiFailure = ({targetPortal}: {readonly targetPortal: string}): MountFailure =>
	new MountFailure(
		`failed to get any path for iscsi disk, last err seen:\niscsi: failed to sendtargets to portal ${targetPortal.includes(':') ? targetPortal : `${targetPortal}:3260`} output: , err exec: "iscsiadm": executable file not found in $PATH`,
		'WaitForAttach',
	);

/** The failure of a Fibre Channel volume: nodes do not have such disks. @mirrors k8s.io/kubernetes/pkg/volume/fc searchDisk */
export const fcFailure = (_source: FCVolumeSource): MountFailure =>
	new MountFailure('no fc disk found', 'WaitForAttach');

import type {KubeletConfiguration} from './kubelet-configuration.js';

/** The settings of a kubelet that concern control groups. */
export type CgroupOptions = Pick<KubeletConfiguration, 'cgroupDriver' | 'cgroupsPerQOS'>;

/**
The path of a Pod's control group below the file system's root; the root itself if Pods have no control groups.

@param qosClass `Guaranteed`, `Burstable` or `BestEffort`.
@mirrors cm.podContainerManagerImpl.GetPodContainerName, cm.CgroupName.ToSystemd
*/
export const podCgroup = (
	qosClass: string,
	uid: string,
	{cgroupDriver = 'systemd', cgroupsPerQOS = true}: CgroupOptions = {},
): string => {
	if (!cgroupsPerQOS) {
		return '/';
	}

	const names = ['kubepods', ...(qosClass === 'Guaranteed' ? [] : [qosClass.toLowerCase()]), `pod${uid}`];
	// systemd reads a dash in the name of a slice as the parent's end.
	const escaped = names.map((name) => name.replaceAll('-', '_'));
	return cgroupDriver === 'cgroupfs'
		? `/${names.join('/')}`
		: escaped.map((_, index) => `/${escaped.slice(0, index + 1).join('-')}.slice`).join('');
};

/** The uid of the Pod whose control group has this path. */
export const uidOfCgroup = (path: string): string | undefined => {
	const uid = /(?:^|\/)(?:kubepods-(?:besteffort-|burstable-)?)?pod([^/]+?)(?:\.slice)?$/.exec(path)?.[1];
	return path.endsWith('.slice') ? uid?.replaceAll('_', '-') : uid;
};

/** Path of a container's control group in that of its Pod. @mirrors containerd's CRI plug-in getCgroupsPath */
export const containerCgroup = (parent: string, id: string): string =>
	parent.endsWith('.slice') ? `${parent}/cri-containerd-${id}.scope` : `${parent === '/' ? '' : parent}/${id}`;

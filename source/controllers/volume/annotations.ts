/** The provisioner of a claim's volume: written by the binder, read by provisioners. The first is the older name. */
export const provisionerAnnotations = [
	'volume.beta.kubernetes.io/storage-provisioner',
	'volume.kubernetes.io/storage-provisioner',
] as const;

/** The node that the scheduler has chosen for the Pod of a claim that waited for it. */
export const selectedNode = 'volume.kubernetes.io/selected-node';

/** What a CSI driver has mounted; its calls undo the mount. */
export interface CSIMount {
	readonly driver: string;
	readonly handle: string;
	readonly stagingPath: string;
}

/** A volume on the node, as containers mount it. */
export interface MountedVolume {
	readonly hostPath: string;
	/** Its plug-in makes it read-only. */
	readonly readonly: boolean;
	readonly csi?: CSIMount;
}

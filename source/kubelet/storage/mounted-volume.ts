/** A mount of a CSI driver; its calls undo the mount. */
export interface CSIMount {
	readonly driver: string;
	readonly handle: string;
	/** The path of its mount for the whole node; `undefined` for a volume of one Pod only. */
	readonly stagingPath: string | undefined;
	readonly attachable: boolean;
}

/** A volume on the node, as containers mount it. */
export interface MountedVolume {
	readonly hostPath: string;
	/** Whether its plug-in makes it read-only. */
	readonly readonly: boolean;
	/** The place of its data, if that outlives the Pod: the ledger key of a driver's storage, `nfs/server/path`. */
	readonly storage?: string;
	readonly csi?: CSIMount;
	/** Its claim, and the size of its file system. */
	readonly claim?: string;
	readonly size?: string;
}

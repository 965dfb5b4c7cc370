import type {Sandbox} from '../cri/pod-sandbox.js';

/** A sandbox without its network. */
export const withoutAddress = (sandbox: Sandbox): Sandbox => {
	const {additionalIPs: _, ...others} = sandbox;
	return {...others, ip: ''};
};

/** The files that a runtime writes for all containers of a sandbox, and mounts into `/etc`. */
export const sandboxFileNames = ['resolv.conf', 'hostname'] as const;

/** Path on the node of a sandbox's file. */
export const sandboxFile = (id: string, name: (typeof sandboxFileNames)[number]): string =>
	`/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/${id}/${name}`;

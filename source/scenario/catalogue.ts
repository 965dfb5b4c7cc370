/** The default durations in milliseconds; a scenario may replace them. */
export const latencies: Readonly<Record<string, string>> = {
	'client.request': '1, each way between a client and the apiserver',
	'client.watch': '1, from the apiserver to a watcher',
	'etcd.txn': '2',
	'etcd.watch': '0, from etcd to the watch cache',
	'apiserver.create': '0, to process a request, without its commit',
	'apiserver.update': '0',
	'apiserver.patch': '0',
	'apiserver.delete': '0',
	'apiserver.get': '0',
	'apiserver.list': '0',
	'cri.RunPodSandbox': '400',
	'cri.PullImage': 'depends on the image size',
	'cri.CreateContainer': '50',
	'cri.StartContainer': '100',
	'cri.StopPodSandbox': '20',
	'csi.CreateVolume': '200',
	'csi.DeleteVolume': '100',
	'csi.ControllerPublishVolume': '100',
	'csi.ControllerUnpublishVolume': '100',
	'csi.ControllerExpandVolume': '100',
	'csi.NodeStageVolume': '50',
	'csi.NodePublishVolume': '50',
	'csi.NodeUnpublishVolume': '50',
	'csi.NodeUnstageVolume': '50',
	'csi.NodeExpandVolume': '50',
	'dra.NodePrepareResources': '50',
	'dra.NodeUnprepareResources': '50',
	'kube-proxy.sync': '10, to write the rules of a node',
};

/** Latencies named after parts of a cluster: the wire to one watcher, such as `kubelet/node-a.watch`. */
export const latencyPatterns: readonly RegExp[] = [/^[\w/.-]+\.watch$/];

/** The calls of a plug-in that take time. */
const callsOf = (plugin: 'csi' | 'dra'): readonly string[] =>
	Object.keys(latencies).flatMap((name) => (name.startsWith(`${plugin}.`) ? [name.slice(plugin.length + 1)] : []));

/** The calls of a CSI driver that take time and can fail, as in {@link latencies}. */
export const driverCalls: readonly string[] = callsOf('csi');

/** The calls of a driver of devices that take time and can fail, as in {@link latencies}. */
export const deviceDriverCalls: readonly string[] = callsOf('dra');

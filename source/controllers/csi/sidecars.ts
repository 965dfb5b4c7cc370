import type {Client} from '../../client/client.js';
import {clientGoLimit} from '../../client/rate-limiter.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {SimulatedDriver} from '../../objects/csi.js';
import type {Controller} from '../controller.js';
import {runProgram} from '../program.js';
import {attacher} from './attacher.js';
import {DriverController} from './driver.js';
import {provisioner} from './provisioner.js';
import {resizer} from './resizer.js';

/**
Starts the parts of a CSI driver other than its node plug-ins: the sidecars `csi-provisioner`, `csi-attacher` and `csi-resizer`,
each a separate process that watches the API and calls the driver.

Simplified: they are not Pods.

@param connect a connection with the credentials of a user agent: `csi-attacher/hostpath.csi.k8s.io`.
@see https://kubernetes-csi.github.io/docs/sidecar-containers.html
*/
export const startSidecars = (
	kernel: Kernel,
	connect: (userAgent: string) => Client,
	driver: SimulatedDriver,
): void => {
	const plugin = new DriverController(kernel, driver);
	const sidecars: ReadonlyArray<readonly [component: string, controller: Controller]> = [
		['external-provisioner', provisioner(plugin)],
		...(driver.attachRequired === false ? [] : [['external-attacher', attacher(plugin)] as const]),
		['external-resizer', resizer(plugin)],
	];
	for (const [component, controller] of sidecars) {
		const process = `${controller.name}/${driver.name}`;
		kernel.spawn(process, component, () =>
			runProgram(kernel, connect(process), controller, clientGoLimit, {process, component}),
		);
	}
};

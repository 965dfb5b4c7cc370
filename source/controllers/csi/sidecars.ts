import type {Client} from '../../client/client.js';
import {clientGoLimit} from '../../client/rate-limiter.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {SimulatedDriver} from '../../objects/csi.js';
import {runController, type Controller, type Program} from '../controller.js';
import {SharedInformers} from '../shared-informers.js';
import {attacher} from './attacher.js';
import {DriverController} from './driver.js';
import {provisioner} from './provisioner.js';
import {resizer} from './resizer.js';

/**
Starts what a CSI driver runs in the cluster beside its node plug-ins: the sidecars `csi-provisioner`, `csi-attacher` and
`csi-resizer`, each a process of its own that watches the API and calls the driver.

Simplified: they are no Pods.

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
		kernel.spawn(process, component, () => run(kernel, connect(process), controller, {process, component}));
	}
};

function* run(kernel: Kernel, client: Client, controller: Controller, program: Program): Routine {
	const {process, component} = program;
	const informers = new SharedInformers(kernel, client, process);
	kernel.spawn(`${process}/informers`, component, () => informers.run(), {child: true});
	kernel.spawn(
		`${process}/worker`,
		component,
		() => runController(controller, kernel, client, informers, clientGoLimit, program),
		{child: true},
	);
	// Simplified: no leader election; there is one of each.
	yield* receive(new Mailbox(process));
}

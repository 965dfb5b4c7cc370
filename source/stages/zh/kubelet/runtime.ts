import {overlayDevices} from '../../digest/overlay-devices.js';
import {joinHostPort} from '../../../objects/host-port.js';
import type {Stop} from '../../../kernel/stop.js';
import {shortId} from '../../digest/container.js';
import type {CRIAnswered, CRIAsked, RuntimeFacts} from '../../facts/kubelet/runtime.js';
import {podOf} from '../../stop-names.js';
import {hopWords, lossResultWords, lossWords} from '../network/traffic.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const askedWords = (call: CRIAsked, pod: string): string => {
	switch (call.method) {
		case 'RunPodSandbox': {
			return `请 containerd 为 ${pod} 建一个沙箱`;
		}

		case 'StopPodSandbox': {
			return `请 containerd 停止 ${pod} 的沙箱`;
		}

		case 'RemovePodSandbox': {
			return `请 containerd 移除 ${pod} 已停止的沙箱`;
		}

		case 'UpdatePodSandboxResources': {
			return `把 ${pod} 的沙箱的新限制通知 containerd`;
		}

		case 'CreateContainer': {
			return `请 containerd 用 ${call.about.image} 创建 ${pod} 的容器 ${call.about.container}`;
		}

		case 'StartContainer': {
			return `请 containerd 启动 ${pod} 的容器 ${call.about.container}`;
		}

		case 'StopContainer': {
			return `请 containerd 停止 ${pod} 的容器 ${call.about.container}，${call.about.graceSeconds} 秒之后 SIGKILL`;
		}

		case 'RemoveContainer': {
			return `请 containerd 移除 ${pod} 已结束的容器 ${call.about.container}（${shortId(call.about.id)}）`;
		}

		case 'UpdateContainerResources': {
			const {container, cpusetCpus} = call.about;
			return cpusetCpus === undefined
				? `请 containerd 修改 ${pod} 的容器 ${container} 的限制`
				: `请 containerd 让 ${pod} 的容器 ${container} 固定在 CPU ${cpusetCpus}`;
		}

		case 'ExecSync': {
			return `请 containerd 在 ${pod} 的容器 ${call.about.container} 里运行 ${call.about.command.join(' ')}`;
		}

		case 'PullImage': {
			const {image, username} = call.about;
			return `请 containerd ${username === undefined ? '' : `以 ${username} 的身份`}拉取 ${image}`;
		}

		case 'RemoveImage': {
			return `请 containerd 删除 ${call.about.image}`;
		}
	}
};

const answeredSentence = (call: CRIAnswered, pod: string): string => {
	switch (call.method) {
		case 'RunPodSandbox': {
			const {sandbox, ip} = call.about;
			return `${pod} 的沙箱 ${shortId(sandbox)} 准备好了，${ip ? `地址是 ${ip}` : '使用主机网络'}。`;
		}

		case 'StopPodSandbox': {
			const {ip} = call.about;
			return `${pod} 的 pause 容器结束，命名空间${ip ? `和地址 ${ip} ` : ''}随之消失。`;
		}

		case 'RemovePodSandbox': {
			return `沙箱 ${shortId(call.about.sandbox)} 已移除。`;
		}

		case 'UpdatePodSandboxResources': {
			return `containerd 知道了 ${pod} 的新限制。`;
		}

		case 'CreateContainer': {
			return `容器 ${call.about.container} 已创建，ID 为 ${shortId(call.about.id)}；其中还没有进程在运行。`;
		}

		case 'StartContainer': {
			return `${call.about.container} 作为进程 ${call.about.pid} 运行。`;
		}

		case 'StopContainer': {
			return `${call.about.container} 停止了，退出码 ${call.about.exitCode}。`;
		}

		case 'RemoveContainer': {
			return `容器 ${shortId(call.about.id)} 和它的日志已移除。`;
		}

		case 'UpdateContainerResources': {
			const {container, cpusetCpus} = call.about;
			return `${container} 的控制组${cpusetCpus === undefined ? '有了新的限制' : `的 cpuset.cpus 为 ${cpusetCpus}`}；它的进程继续运行。`;
		}

		case 'ExecSync': {
			const {command, exitCode, output} = call.about;
			return `${command.join(' ')} 以退出码 ${exitCode} 结束${output ? `，打印 ${output.trim()}` : ''}。`;
		}

		case 'PullImage': {
			const {image, node, bytes, downloaded} = call.about;
			return downloaded === 0 && bytes > 0
				? `仓库里的 ${image} 与 ${node} 上已有的相同：无需下载。`
				: `${image} 到了 ${node} 上：${bytes} 字节。`;
		}

		case 'RemoveImage': {
			const {image, node, bytes} = call.about;
			return `${image} 从 ${node} 上移除：释放 ${bytes} 字节。`;
		}
	}
};

const criSentence = (facts: RuntimeFacts['cri.*'], stop: Stop): string => {
	const pod = podOf(stop);
	const name = pod.slice(pod.indexOf('/') + 1);
	switch (facts.case) {
		case 'call': {
			return `kubelet ${askedWords(facts, pod)}。`;
		}

		case 'answer': {
			return answeredSentence(facts, pod);
		}

		case 'error': {
			return `containerd 返回错误：${facts.message}`;
		}

		case 'exec': {
			return `${facts.node} 的 kubelet 请 containerd 在 ${pod} 的 ${facts.container} 里运行 ${facts.command.join(' ')}；输入和输出走客户端的连接。`;
		}

		case 'exec-ended': {
			return `${facts.command.join(' ')} 以退出码 ${facts.answer.exitCode} 结束。`;
		}

		case 'exec-failed': {
			return `${facts.command.join(' ')} 无法运行：${facts.description}。`;
		}

		case 'attach': {
			return `${facts.node} 的 kubelet 向 containerd 请求 ${facts.container} 从现在起的输出。`;
		}

		case 'not-running': {
			return `${pod} 的 ${facts.container} 没有在运行。`;
		}

		case 'connect': {
			return facts.listening
				? `把一个连接转发到 ${name} 的端口 ${facts.port}：containerd 在 Pod 的网络命名空间里打开它。`
				: `无法转发连接：${name} 的端口 ${facts.port} 上没有进程在监听。`;
		}
	}
};

const pauseSentence = (facts: RuntimeFacts['container.pause']): string => {
	if (facts.case === 'reap') {
		return `pause 是共享进程命名空间的 1 号进程，它回收 ${facts.container} 中父进程已结束的进程 ${facts.pids.join('、')}。`;
	}

	const {pid, netns, sharesProcesses} = facts;
	const shared = sharesProcesses ? '；进程命名空间也共享，它作为其中的 1 号进程回收僵尸进程' : '';
	return `pause 容器作为进程 ${pid} 启动，占住 Pod 的${netns === 'host' ? ' IPC ' : '网络、IPC 和 UTS '}命名空间，使${netns === 'host' ? '它' : '它们'}的存续时间长于其他任何容器${shared}。`;
};

const signalSentence = (facts: RuntimeFacts['container.signal']): string => {
	switch (facts.case) {
		case 'send': {
			return `containerd 向 ${facts.container} 的进程 ${facts.pid} 发送 ${facts.signal}。`;
		}

		case 'ignore': {
			return `${facts.program} 不理会 ${facts.signal}，继续运行。`;
		}

		case 'shut-down': {
			return `${facts.program} 收到 ${facts.signal}：它不再接受新连接，${facts.afterMs} 毫秒后结束。`;
		}

		case 'script': {
			if (facts.ends) {
				return `${facts.container} 收到 ${facts.signal}：进程命名空间是共享的，它不是 1 号进程，默认动作会结束它。`;
			}

			return facts.interruptible
				? `${facts.container} 在等待时收到 ${facts.signal}：它的 trap 立即运行。`
				: `${facts.container} 收到 ${facts.signal}；1 号进程对它没有默认动作，trap 要等当前命令结束才运行。`;
		}
	}
};

/** The sentence for each kind of thing that is not simulated: it is assumed to work. */
const assumptions: Readonly<
	Record<RuntimeFacts['container.assume']['kind'], (facts: RuntimeFacts['container.assume']) => string>
> = {
	program: ({container, what}) => `${container} 运行 ${what}：不作模拟，假定它正常。`,
	host: ({container, what}) => `${container} 访问集群外的 ${what}：假定它有应答。`,
	user: ({what}) => `Pod 要求非 root 用户：镜像 ${what} 未知，假定它用编号指定了非 root 用户。`,
	secret: ({container, what}) => `${container} 不作模拟：假定它创建 Secret ${what}。`,
	tag: ({what}) => `已知标签的列表没有说明 ${what} 是否存在：假定镜像仓库里有它。`,
	memory: ({container, what}) => `${container} 启动需要内存 ${what}：依据镜像的文档，未经实测。`,
	repository: ({container, what}) =>
		`kubelet 把 ${what} 克隆到空目录：不模拟其中的文件，假定里面有 ${container} 需要的文件。`,
	file: ({container, what}) => `${container} 使用 ${what}：假定镜像里有它。`,
	registry: ({what}) => `Pod 写了拉取镜像的 Secret：假定 ${what} 的仓库会拒绝没有它的拉取。`,
};

/** Stops of the container runtime, its containers and its network plug-ins, in Chinese. */
export const runtimeSentences: Translation<Sentences<RuntimeFacts>> = {
	'cri.*': criSentence,
	'container.pause': pauseSentence,
	'container.listen': ({container, ip, port, open}) =>
		`${container} ${open ? '开始监听' : '不再监听'} ${ip ? `${ip}:` : '端口 '}${port}。`,
	'container.files': ({container, changes}) =>
		`${container} ${changes
			.map(({path, kind, size}) => {
				if (kind === 'removed') {
					return `移除 ${path}`;
				}

				if (kind === 'directory') {
					return `修改目录 ${path}`;
				}

				if (kind === 'link') {
					return `建立链接 ${path}`;
				}

				return `写入 ${path}（${size} 字节）`;
			})
			.join('，')}。`,
	'container.log'({container, text}) {
		const [first = '', ...rest] = text.trimEnd().split('\n');
		return `${container} 写出：${first}${rest.length > 0 ? ` …（${rest.length + 1} 行）` : ''}`;
	},
	'container.signal': signalSentence,
	'container.busy': ({container, command}) =>
		`${container} 持续计算（${command}）：它一直占用 CPU，从这里起，模拟会更慢地运行它。`,
	'container.assume': (facts) => assumptions[facts.kind](facts),
	'container.resolve': ({container, host, server, result, name, addresses, isOutside, loss}) => {
		const found = isOutside ? `${name} 不属于这个集群，假定它存在` : `${name} 是 ${listed(addresses)}`;
		const unfound = result === 'unknown' ? '没有这个名字' : `没有应答${loss ? `，因为${lossWords(loss)}` : ''}`;
		return `${container} 向 ${server} 的 DNS 询问 ${host}：${result === 'found' ? found : unfound}。`;
	},
	'container.connect'({container, node, ip, port, hops, outcome, loss}) {
		const way = hops.filter((hop) => hop.case !== 'address').map((hop) => hopWords(hop));
		const inside =
			outcome === 'outside' || outcome === 'open' || !loss ? [] : [`${lossResultWords[outcome]}：${lossWords(loss)}`];
		const end = outcome === 'outside' ? ['位于集群之外，假定它会应答'] : inside;
		return `${container} 从 ${node} 连接 ${joinHostPort(ip, port)}：${[...way, ...end].join('；')}。`;
	},
	'container.kill'({why, pid}) {
		if (why.case === 'memory') {
			return `${why.container} 用了 ${why.used} 内存，而限制是 ${why.limit}：内核向进程 ${pid} 发送 SIGKILL。`;
		}

		const because = why.case === 'sandbox' ? '它的沙箱停止' : `${why.graceSeconds} 秒之后 ${why.container} 仍在运行`;
		return `${because}：containerd 向进程 ${pid} 发送 SIGKILL。`;
	},
	'container.exit': ({container, exitCode, reason, message}) =>
		reason === 'OOMKilled'
			? `内核杀死 ${container}：它超出了内存限制。`
			: `${container} 以退出码 ${exitCode} 结束${message ? `，留下消息：${message.trimEnd()}` : ''}。`,
	'container.request': ({pod, path, port, status}) => `${pod} 对端口 ${port} 上的 GET ${path} 返回 ${status}。`,
	'cni.add.bridge': (facts, stop) =>
		facts.case === 'start'
			? `containerd 为 ${podOf(stop)} 以 ADD 运行插件 bridge：配置走标准输入，其余在环境变量里。`
			: `bridge 建立 veth 对 ${facts.host} – eth0，把 eth0 移入 ${facts.netns}，把 ${facts.host} 接到 cni0，给 eth0 地址 ${facts.ip} 和经由 ${facts.gateway} 的默认路由，并打印结果。`,
	'cni.add.host-local': (facts) =>
		facts.case === 'exhausted'
			? `host-local 在 ${facts.subnet} 里没有地址了。`
			: `bridge 调用它的 IPAM 插件：host-local 预留 ${facts.ip}，即 ${facts.subnet} 中下一个空闲地址。`,
	'cni.add.portmap': ({node, ip, portMappings}) =>
		`portmap 转发：${portMappings.map(({hostPort, containerPort}) => `${node} 的端口 ${hostPort} 到 ${joinHostPort(ip, containerPort)}`).join('，')}。`,
	'cni.del.bridge': ({released}, stop) =>
		`containerd 为 ${podOf(stop)} 以 DEL 运行 bridge：veth 对被移除，host-local 释放 ${released}。`,
	'cni.routes'(facts) {
		const {own} = facts;
		switch (facts.case) {
			case 'start': {
				return `flannel 给 ${own} 的网桥 cni0 分配地址段 ${facts.podCIDR}，并创建设备 ${overlayDevices(facts.podCIDR)}。`;
			}

			case 'refused': {
				return `${own} 上的 flannel 无法读取 Node：${facts.message}。`;
			}

			case 'route': {
				const {node, podCIDR, via, isGone} = facts;
				return isGone
					? `${node} 已不存在：${own} 上的 flannel 移除到 ${podCIDR} 的路由。`
					: `${own} 上的 flannel 让 ${podCIDR}（${node} 的 Pod）经由 ${overlayDevices(podCIDR)}：发往 ${via} 的 VXLAN 数据包。`;
			}

			case 'routes': {
				const {set, gone} = facts;
				const removed = gone > 0 ? `，并移除 ${gone} 条路由` : '';
				return `${own} 上的 flannel 一次设置 ${set} 条路由${removed}：每条都经由 flannel.1 通往另一个节点的 Pod。`;
			}
		}
	},
};

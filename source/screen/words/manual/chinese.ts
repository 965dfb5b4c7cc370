import type {manual as english} from './english.js';
import type {Translation} from '../../../stages/translation.js';

/** The words around the pages of the manual in Chinese. */
export const manual: Translation<typeof english> = {
	intro:
		'k8s-walkthrough help TOPIC 输出手册的一页；help WORD 在手册中查找一个词，例如 help webhook。手册正文为英文。\nk8s-walkthrough --help 列出命令和选项。',
	found: (words) => `手册中有“${words}”的地方：`,
	more: (sections) => `… 以及另外 ${sections} 节`,
	prints: (topic) => `k8s-walkthrough help ${topic} 输出整页。`,
	texts: {
		'Use it': '使用',
		'every command with its flags, and the exit codes': '所有命令及其选项，以及退出码',
		'the screen, stepping, breakpoints, asking why, futures': '界面、单步、断点、追问原因、未来',
		'every key, and every word of the command line': '所有按键，以及命令行的所有命令',
		'how `trace` ends: ready, refused or stuck, the cause, and a tested change':
			'trace 的结论：就绪、被拒绝或卡住，原因，以及验证过的修改',
		'many manifests at once, in a pipeline: findings with reason, place and fix':
			'在流水线中一次检查许多清单：每个发现都有原因、位置和修复办法',
		'what happens to a Pod, step by step, and the command that shows each step':
			'Pod 经历的每一步，以及显示这一步的命令',
		'the file that describes a cluster: nodes, latencies, webhooks, users, CSI':
			'描述集群的文件：节点、延迟、Webhook、用户、CSI',
		'what containers do: known images, unknown images, your own description':
			'容器的行为：已知的镜像、未知的镜像、自己的描述',
		'crashes, pauses, partitions, full disks: how to break the cluster': '崩溃、暂停、网络分区、磁盘写满：怎样弄坏集群',
		'the path of a packet, and the race when an endpoint goes away': '数据包的路径，以及端点消失时的竞争',
		'starting from the state of a real cluster': '从真实集群的状态开始',
		'the same run under many seeds, delays and faults': '在许多种子、延迟和故障下重复同一次运行',
		'the cluster autoscaler: how it adds nodes for waiting Pods, and removes them':
			'集群自动扩缩器：为等待中的 Pod 增加节点，再移除多余的节点',
		'thousands of nodes without machines, whose lives are described by Stages':
			'成千上万个没有机器的节点，由 Stage 描述它们的生命周期',
		'two scheduler configurations on the same cluster: nodes, Pods, cost':
			'同一集群上的两种调度器配置：节点、Pod、成本',
		'the program in a browser and on your own site, and links to a stop':
			'在浏览器中使用、指向某一步的链接、放到自己的网站',
		'a run written as Markdown, HTML, a diagram, a trace or a film': '把一次运行导出为 Markdown、HTML、图、跟踪或影片',
		'Connect it': '连接',
		'real kubectl, helm and client-go on the simulated apiserver':
			'让真实的 kubectl、helm 和 client-go 连接模拟的 apiserver',
		'controller-runtime test suites without a download': '无需下载即可运行 controller-runtime 的测试套件',
		'faults at every write of your controller, to find its bugs': '在控制器的每次写入处注入故障，找出它的错误',
		'a cluster in your own tests, in TypeScript': '在自己的 TypeScript 测试中使用集群',
		'VS Code and Neovim, over the Debug Adapter Protocol': '通过调试适配器协议连接 VS Code 和 Neovim',
		'Teach with it': '教学',
		'taking, writing, proving and handing out lessons': '学习课程，编写、验证和分发课程',
		'broken clusters to repair, and how to write one': '待修复的集群，以及怎样编写演练',
		'sets of tasks for the exams, and how to write one': '考试的题组，以及怎样编写题组',
		'languages, and translating lessons and drills': '语言，以及翻译课程和演练',
		'Judge it': '评估',
		'what was compared with a real cluster, and what is simplified': '与真实集群比较过的内容，以及简化了的内容',
		'what the program reads, writes and trusts': '程序读什么、写什么、信任什么',
		'time and memory, and how to bound them': '时间和内存，以及怎样限制它们',
		'what stays the same between versions': '各版本之间保持不变的内容',
		'which parts are our own where libraries exist, and why': '哪些部分虽有现成的库却自己实现，以及原因',
	},
};

import type {russianHelp} from './russian.js';

/** The texts of help in Chinese. */
export const chineseHelp: Readonly<Record<keyof typeof russianHelp, string>> = {
	'Usage:': '用法：',
	'Arguments:': '参数：',
	'Options:': '选项：',
	'Commands:': '命令：',
	'Exit codes:': '退出码：',
	'Page of the manual: ': '手册页面：',
	'default: ': '默认：',
	'choices: ': '可选：',
	'display help for command': '显示命令的帮助',
	'print a manual page or the help for a command, or find a word; without a topic, list the topics':
		'打印手册的一页或一个命令的帮助，或查找一个词；不带主题则列出全部主题',
	'output the version number': '显示版本号',
	'all went well': '一切顺利',
	'something was refused, stuck, cut short or different': '有对象被拒绝、卡住，或者运行被截断、结果不一致',
	'the command, a file or a flag is wrong': '命令、文件或选项有错',
	'Ctrl-C ended the command early': '结束之前被 Ctrl-C 中断',
	'A debugger for Kubernetes itself, in a terminal: the whole path of a Pod, simulated, step by step, forwards and backwards. Without a command, it opens the home screen.':
		'终端里的 Kubernetes 调试器：模拟一个 Pod 的完整路径，一步一步，可进可退。不带命令则打开首页。',
	'plain characters only': '只用普通字符',
	'leave the mouse to the terminal': '鼠标由终端处理',
	'language of the screen, lessons and stops: $LANGUAGES': '屏幕、课程和停点的语言：$LANGUAGES',
	'open the debugger on your manifests; it stops where one is refused or gets stuck':
		'用调试器打开你的清单；哪个被拒绝或卡住，就停在哪里',
	'configuration of kube-scheduler, as its --config takes it, instead of kubeScheduler in the scenario file':
		'kube-scheduler 的配置，与它的 --config 相同，取代场景文件中的 kubeScheduler',
	'scenario file for the cluster: nodes, latencies, client limits, images, users, traffic (default: three nodes)':
		'集群的场景文件：节点、延迟、客户端限流、镜像、用户、流量（默认：三个节点）',
	'seed for everything random (default: 1)': '所有随机数的种子（默认：1）',
	'continue from a real cluster: YAML or JSON from kubectl get --all-namespaces, a folder from kubectl cluster-info dump, or a Velero backup; may be repeated':
		'从真实集群继续：kubectl get --all-namespaces 的 YAML 或 JSON、kubectl cluster-info dump 的文件夹，或 Velero 备份；可以重复',
	'leave Secret values out of the dump, and client-written ones out of the recording':
		'略去转储里 Secret 的内容，以及录制文件里客户端写入的 Secret 内容',
	'leave Secret values out of the dump, and bearer tokens of users out of the recording':
		'略去转储里 Secret 的内容，以及录制文件里用户的持有者令牌',
	'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated':
		'断点，例如 "apiserver.store object=pod/web"；可以重复',
	'manifests in YAML or JSON: files, folders, or - for standard input':
		'YAML 或 JSON 清单：文件、文件夹，或用 - 表示标准输入',
	'apply manifests without a screen and print every stop until every object is ready, complete, refused or stuck; then explain what went wrong':
		'不开屏幕，应用清单并打印每个停点，直到全部就绪、完成、被拒绝或卡住；然后解释出了什么问题',
	'a kubectl command to run once the cluster has settled, such as "delete pod web", or debugger words, such as ":crash kubelet/node-b"; may be repeated':
		'集群静止后运行的 kubectl 命令，例如 "delete pod web"，或调试器的命令，例如 ":crash kubelet/node-b"；可以重复',
	'end after this many stops, to bound output and memory, about 1 kB a stop (default: 1000000)':
		'到这么多停点就结束，以限制内存（每个约 1 kB）和输出（默认：1000000）',
	'record at most this many stops in a search, to bound memory (about 1 kB a stop); c continues (default: 200000)':
		'一次搜索最多录制这么多停点，以限制内存（每个约 1 kB）；c 继续（默认：200000）',
	'replay, and record in a search, at most this many stops, to bound memory (about 1 kB each; default: 1000000 and 200000)':
		'最多重放这么多停点，一次搜索也最多录制这么多，以限制内存（每个约 1 kB；默认：1000000 和 200000）',
	'output format': '输出格式',
	'stop at this place instead, such as "kubelet.status object=pod/web"':
		'改为停在这个地方，例如 "kubelet.status object=pod/web"',
	'also print the start of the cluster and periodic work': '也打印集群的启动和周期性工作',
	'end after this simulated time (default: 10m)': '到这个模拟时间就结束（默认：10m）',
	'print every link of the chain of causes': '打印因果链的每一环',
	'take a lesson; without a name, the next one': '学习一课；不写名字就是接下来的那一课',
	'a pack of lessons: a folder whose subfolders hold a lesson.yaml (default: the course)':
		'课程包：一个文件夹，里面每个文件夹都有 lesson.yaml（默认：本课程）',
	'language of the lesson: $LANGUAGES': '课程的语言：$LANGUAGES',
	'language of the drill: $LANGUAGES': '演练的语言：$LANGUAGES',
	'number or name of the lesson': '课程的编号或名字',
	'write a folder with a small lesson that passes `lessons check`, for you to edit':
		'写出一个文件夹，里面有能通过 `lessons check` 的小课程，供你改写',
	'name of the folder, such as 26-my-lesson': '文件夹的名字，例如 26-my-lesson',
	'play a lesson and print it as a handout: Markdown, or one HTML file':
		'把一课按实际运行打印出来，便于分发：Markdown，或单个 HTML 文件',
	'one self-contained HTML file': '单个 HTML 文件，不依赖其他文件',
	'hand in your progress, or read the progress of a class': '交出你的进度，或读取一个班的进度',
	'write your progress to a file, with a fingerprint that reveals later changes':
		'把你的进度写入文件，并附上能显示事后改动的指纹',
	'file to hand in': '要交的文件',
	'the name under which you hand it in': '交进度时用的名字',
	'read files that learners have handed in, and refuse those changed since the export':
		'读取学习者交来的文件，拒绝改动过的',
	'files to read': '要读取的文件',
	'list the lessons and your progress': '列出课程和你的进度',
	'lint and play every lesson and drill, verify every answer and repair, and print which claims are covered':
		'检查并运行每一课和每个演练，核实每个答案和修复，并打印覆盖了哪些论断',
	'how many files to play at the same time (default: one per core)': '同时运行的个数（默认：每个核一个）',
	'check again after each change, until Ctrl-C': '文件有变化就重新检查，直到 Ctrl-C',
	'wall: simulated time follows your clock; virtual: it never waits, even at rest, regardless of --speed':
		'wall：模拟时间与你的时钟同步；virtual：从不等待，静止时也不等，与 --speed 无关',
	'lesson.yaml and drill.yaml files (default: the course)': 'lesson.yaml 和 drill.yaml 文件（默认：本课程）',
	'repair a broken cluster, without hints; without a name, the first one that you have not repaired':
		'修复一个出故障的集群，没有提示；不写名字就是第一个还没修好的',
	'a drill generated from this number: a healthy application with one fault':
		'由这个数字生成的演练：一个正常的应用，外加一个故障',
	'name of the drill, or part of the name': '演练的名字，或其中一部分',
	'list the broken clusters by level, and mark those that you have repaired': '按级别列出出故障的集群，以及你已修好的',
	'apply manifests without a screen and write the recording to a file, whatever the outcome':
		'不开屏幕，应用清单，不论结果如何都把录制写入文件',
	'file to write the recording to': '录制写入的文件',
	'replay a recording': '重放录制文件',
	'only check that the run has the recorded fingerprint': '只检查这次运行的指纹是否与录制的一致',
	recording: '录制文件',
	'write a run, or a stretch of it, as a file that other programs can show':
		'把一次运行或其中一段写成其他程序能显示的文件',
	format: '格式',
	'begin at this place, such as "scheduler.queue object=pod/web"':
		'从这个地方开始，例如 "scheduler.queue object=pod/web"',
	'end at this place, such as "kubelet.status object=pod/web"': '到这个地方结束，例如 "kubelet.status object=pod/web"',
	'only the stops about an object, such as pod/web': '只要关于某个对象的，例如 pod/web',
	'file to write to (default: standard output)': '写入的文件（默认：标准输出）',
	'a recording, or manifests in YAML or JSON: files, folders, or - for standard input':
		'录制文件，或 YAML 或 JSON 清单：文件、文件夹，或用 - 表示标准输入',
	'schedule the Pods of a dump again under several kube-scheduler configurations, and compare nodes in use, Pods on other nodes and cost':
		'按 kube-scheduler 的多份配置重新调度转储中的 Pod：使用中的节点、换了节点的 Pod、费用',
	'files as kube-scheduler --config takes them, or "default" for the default configuration':
		'kube-scheduler --config 所用的文件；default：默认配置',
	'the cluster, as for run; may be repeated': '集群，与 run 相同；可以重复',
	'scenario file with the nodes, if there is no dump': '没有转储时，描述节点的场景文件',
	'"created" for the Pods of the dump in order of creation, or a CSV file of arriving Pods':
		'created：转储中的 Pod，按创建顺序；或者一个列出陆续到来的 Pod 的 CSV 文件',
	'node label that holds the price': '节点上写有价格的标签',
	'also print how each configuration chooses the node of this Pod, such as shop/web-1':
		'另外打印每份配置如何为这个 Pod 选择节点，例如 shop/web-1',
	'do one of several equal parts of the work, such as 3/16, and print its results for merge':
		'只做几个相等部分中的一个，例如 3/16，并输出供 merge 使用的结果',
	'join the results of all shards: print the report that a single process would print':
		'合并所有部分的结果，输出与单个进程相同的内容',
	'the output of the shards, in any order, in one file or several': '各部分的输出，文件的顺序和数量不限',
	'run manifests under many seeds, delays and faults, on all cores, and show the distribution of the answers to your questions':
		'在所有 CPU 核上用许多种子、延迟和故障运行清单，并显示你所提问题的答案如何分布',
	'the number of seeds, from --seed on': '从 --seed 起用多少个种子',
	"run your controller's tests without faults, then once for each fault at each of its writes, and report the runs that end differently":
		'先在没有故障时运行控制器的测试，再对它的每次写入逐一注入每种故障各运行一次，并报告结局不同的运行',
	'your tests, or any command that uses KUBECONFIG, after --, such as -- go test ./…':
		'你的测试，或任何使用 KUBECONFIG 的命令，写在 -- 之后：-- go test ./…',
	'start your controller alongside the tests with this command and its own KUBECONFIG; repeat for a second replica':
		'在测试旁边用这条命令启动控制器，它有自己的 KUBECONFIG；重复此选项即为第二个副本',
	"your controller's name in requests, if the tests start it: a user agent, a user or a service account; may be repeated":
		'由测试启动控制器时，如何认出它的请求：用户代理、用户或服务账号；可以重复',
	'a command that stops and starts your controller, if --kubeconfig-for does not start it':
		'没有 --kubeconfig-for 时，停止并启动控制器的命令',
	'the tests start their own kube-apiservers from KUBEBUILDER_ASSETS, as envtest does':
		'测试像 envtest 那样从 KUBEBUILDER_ASSETS 启动自己的 kube-apiserver',
	'manifests to apply before your programs start; may be repeated': '在你的程序启动之前应用的清单；可以重复',
	'start no new run after this time': '超过这段时间后不再开始新的运行',
	'only these faults, such as crash,lost; chaos --help lists them all':
		'只用这些故障，例如 crash,lost；chaos --help 列出全部',
	'how late watch events arrive': '监视事件迟到多久',
	'a run is over when nothing has been written for this long': '这么久没有任何写入，一次运行就算结束',
	'kill a command that runs longer than this': '终止运行更久的命令',
	'run only the plan of a finding': '只运行某个发现的计划',
	'end at the first finding': '有了第一个发现就结束',
	'where to write the plans and recordings of findings': '各个发现的计划和录制文件写到哪里',
	'the chaos plan that each kube-apiserver follows': '每个 kube-apiserver 遵循的 chaos 计划',
	'a command that stops and starts the controller, for a plan that needs it':
		'停止并启动控制器的命令，供需要它的计划使用',
	'Faults:': '故障：',
	'the controller is killed once the write is stored, and starts again': '写入存储之后控制器被杀死，然后重新启动',
	'the write is stored, and its answer is lost': '写入已存储，但响应丢失',
	'the write gets 409 Conflict': '写入得到 409 Conflict',
	'the write gets 500, and is not stored': '写入返回 500，没有存储',
	'from the write on, the controller sees all changes late': '从这次写入起，控制器看到一切变化都迟到',
	'the controller never sees the changes that begin with a write by another client':
		'从另一个客户端的写入开始的变化，控制器永远看不到',
	'from the write on, the controller cannot renew its Leases': '从这次写入起，控制器无法续租 Lease',
	'a setting that varies from run to run; may be repeated; explore --help lists all settings':
		'各次运行之间的差异；可以重复，explore --help 列出全部',
	'a fault after the last command, such as "crash kube-scheduler at=0..2s"; may be repeated':
		'最后一个命令之后的故障，例如 "crash kube-scheduler at=0..2s"；可以重复',
	'the number of random faults in every run': '每次运行中随机故障的个数',
	'a client that sends requests from the first --then on, such as "shop:80 50ms"':
		'从第一个 --then 起发请求的客户端，例如 "shop:80 50ms"',
	'a question about every run; may be repeated; explore --help lists all questions':
		'对每次运行提出的问题；可以重复，explore --help 列出全部',
	'where to write the smallest example of each outcome, as a recording': '每种结局的最小例子写到这里，作为录制文件',
	'end a run after this simulated time (default: 10m)': '一次运行到这个模拟时间就结束（默认：10m）',
	'the number of runs at the same time (default: one per core)': '同时运行的次数（默认：每个核一次）',
	'manifests, as for trace; or deletion, the experiment that comes with the program':
		'清单，同 trace；或 deletion：程序自带的实验',
	'Settings to vary:': '可以变化的设置：',
	'how long something takes, in milliseconds; the names are below': '某项工作的耗时，以毫秒计；名称见下',
	'the time until a change reaches one watcher': '变化到达某个监视方的耗时',
	'a field of an object in the files; lists have indexes, as in containers[0]':
		'文件中某个对象的字段；列表带下标，如 containers[0]',
	'milliseconds from rest to each --then': '从静止到每个 --then 的时间，毫秒',
	'the number of nodes': '节点数',
	'when a fault begins': '故障何时发生',
	'Questions to ask:': '可以提出的问题：',
	'requests of --traffic, and of clients in the scenario, without an answer':
		'--traffic 和场景里客户端的请求中未得到应答的',
	'requests of --traffic, and of clients in the scenario, with an answer': '得到应答的',
	'the longest time between two answers, in ms': '两个应答之间最长的时间，毫秒',
	'from the last command until every Pod is Ready, in ms': '从最后一个命令到每个 Pod 都 Ready，毫秒',
	'from the last command until the cluster rests, in ms': '从最后一个命令到静止，毫秒',
	'restarts of containers': '容器的重启次数',
	'the number of Pods at the end': '结束时的 Pod 数',
	'Events of type Warning, repeated ones too': '类型为 Warning 的事件，重复的也算',
	'writes to etcd after the last command': '最后一个命令之后对 etcd 的写入',
	'done, refused, stuck or cut, as in trace': 'done、refused、stuck 或 cut，同 trace',
	'the problem, as trace explains it': '问题所在，同 trace 的解释',
	'CEL over an object at the end': '对结束时的对象求值的 CEL',
	'Experiments that come with the program:': '程序自带的实验：',
	'how many requests a deleted Pod loses with different preStop sleeps and delays of kube-proxy':
		'删除一个 Pod 会丢失多少请求：取决于 preStop sleep 的长短和 kube-proxy 的延迟',
	'serve the program as a web page on this machine': '在本机以网页形式提供本程序',
	'port on localhost; 0 takes any free port': 'localhost 上的端口；0 表示任意空闲端口',
	'write the page as a folder for any static server': '把页面写成文件夹，供任意静态服务器使用',
	'the folder to write; existing files are replaced': '写入的文件夹；已有的同名文件会被替换',
	'serve the simulated API over HTTPS to real kubectl and other clients, until Ctrl-C':
		'通过 HTTPS 向真实的 kubectl 和其他客户端提供模拟的 API，直到 Ctrl-C',
	'port to listen on; 0 takes any free port': '监听的端口；0 表示任意空闲端口',
	'address to listen on; by default, only this machine can connect': '监听的地址；默认只有本机能连接',
	'bearer tokens, one per line: token,user,uid,"group1,group2"': '持有者令牌，每行一个：token,user,uid,"group1,group2"',
	'speed relative to the wall clock, or max: never wait for simulated time':
		'相对于真实时钟的速度，或 max：从不等待模拟时间',
	'hold everything at a matching stop; continue with keys on the screen, or with lines on standard input: step, continue, …':
		'在匹配的停点暂停一切；用屏幕上的按键继续，或在标准输入逐行输入：step、continue……',
	'call external servers that webhooks name by URL': '调用 Webhook 用 URL 指定的、模拟之外的服务器',
	'where to write the kubeconfig for clients': '供客户端使用的 kubeconfig 的写入位置',
	'write a recording of the session when it ends': '会话结束时写下录制文件',
	"keep the users' bearer tokens in the recording; by default, they are replaced":
		'在录制文件里保留用户的持有者令牌，否则以其他文本代替',
	'let an editor attach with `k8s-walkthrough dap`: hold clients, step through their requests, step back':
		'让编辑器通过 `k8s-walkthrough dap` 附加：暂停客户端，单步调试它们的请求，也能后退',
	'open the debugger on the server: follow clients, hold the server, step through requests':
		'在服务器上打开调试器：跟踪客户端的操作，可以暂停并单步调试它们的请求',
	'manifests in YAML or JSON: files, folders, or - for standard input; they are applied before the first client connects':
		'YAML 或 JSON 清单：文件、文件夹，或用 - 表示标准输入；在客户端可以连接之前应用',
	"write programs for KUBEBUILDER_ASSETS: controller-runtime's envtest then runs on the simulation":
		'写出给 KUBEBUILDER_ASSETS 的程序：controller-runtime 的 envtest 借此在模拟上运行',
	'scenario file for a cluster behind the kube-apiserver (default: the kube-apiserver runs alone)':
		'kube-apiserver 背后集群的场景文件（默认：没有，kube-apiserver 单独运行）',
	'call the webhooks of the suite': '调用测试套件的 Webhook',
	'where each kube-apiserver writes a recording of its session when it ends':
		'每个 kube-apiserver 结束时写入会话录制的位置',
	'where to write kube-apiserver, etcd and kubectl': 'kube-apiserver、etcd 和 kubectl 的存放位置',
	'the command that the written programs run, with the flags that envtest gives them':
		'这些程序实际启动的内容，附带 envtest 给出的选项',
	'kube-apiserver or etcd, and its flags': 'kube-apiserver 或 etcd，以及它的选项',
	'let k8s-walkthrough ctl steer the server: faults, breakpoints, steps, a recording':
		'让 k8s-walkthrough ctl 控制服务器：故障、断点、单步、录制',
	'steer a server that serve --control has started: fault, break, step, continue, wait, stops, export …':
		'控制由 serve --control 启动的服务器：fault、break、step、continue、wait、stops、export …',
	'the command for the server; help lists all commands': '服务器要执行的命令；help 列出全部',
	'the port of the server': '服务器的端口',
	'the control socket of the server, if serve --control names one': '它的控制套接字（如果 serve --control 指定了一个）',
	'speak the Debug Adapter Protocol on standard input and output, for the debugger in your editor':
		'在标准输入输出上使用 Debug Adapter Protocol：编辑器里的调试器',
	'check whether the Pods of manifests are admitted, scheduled, started and reachable, and find fixes; for CI, hooks and editors':
		'判断清单中的 Pod 能否被接纳、调度、启动和访问，以及怎样修复；用于 CI、钩子和编辑器',
	'a manifest file or folder, as in kubectl; may be repeated': '同上，写法与 kubectl 相同；可以重复',
	'include subfolders': '也包括子文件夹',
	'the Kubernetes version of the cluster, such as 1.33 (default: 1.36)':
		'集群的 Kubernetes 版本，例如 1.33（默认：1.36）',
	'the namespace of objects that name none': '未写命名空间的对象所在的命名空间',
	'apply as kubectl apply --server-side does': '像 kubectl apply --server-side 那样应用',
	'create the objects instead of applying them, for generateName': '创建对象，用于带 generateName 的清单',
	'a file or folder of objects that the cluster already has, for --then-apply; may be repeated':
		'集群已有的内容，供 --then-apply 使用；文件或文件夹；可重复',
	'an upgrade of the files of --apply, to check acceptance, rollout, lost requests and rollback; may be repeated':
		'对 --apply 内容的升级：是否被接受，能否完成滚动更新，丢失哪些请求，回滚是否有效；可重复',
	'the version of Kubernetes that the files are for, such as 1.33, or a range such as 1.32..1.37 (default: 1.36)':
		'文件所面向的 Kubernetes 版本，如 1.33，或范围，如 1.32..1.37（默认 1.36）',
	'check again after each change to a file, until Ctrl-C': '每次文件变化后重新检查，直到 Ctrl-C',
	'apply in the order given, as kubectl does; by default, namespaces and definitions come first':
		'像 kubectl 那样按给定顺序应用；否则先应用命名空间和定义',
	'a file or folder with CustomResourceDefinitions of the cluster; may be repeated':
		'集群已有的 CustomResourceDefinition，文件或文件夹；可以重复',
	'report undefined kinds as notes, not as errors': '对没有文件定义的类别只给提示，不报错误',
	'scenario file with known images in addition to those of --cluster':
		'场景文件，其中的镜像与 --cluster 的镜像一样视为已知',
	'a file or folder with policies, quotas and limits of the cluster; may be repeated':
		'集群已有的策略、配额和限制，文件或文件夹；可以重复',
	'print only the problems': '只显示有问题的对象',
	'also print causes, stops, all fixes and skipped files': '也显示原因、停点、所有修复和跳过的文件',
	'how many clusters to run at the same time (default: one per core)': '同时运行多少个集群（默认：每个核一个）',
	'list all possible findings': '列出所有可能的结果',
	'explain a finding, such as W012': '解释一个结果，例如 W012',
	'the lowest severity that fails the check (default: error)': '使检查失败的最轻结果（默认：error）',
	'settings: severities, ignored findings with their reasons, cluster, images (default: .k8s-walkthrough.yaml beside the files or above them)':
		'设置：严重程度、不计入的结果及理由、集群、镜像（默认：文件旁或上层文件夹中的 .k8s-walkthrough.yaml）',
	'a report of check -o json: its findings no longer count': 'check -o json 的报告：其中已有的结果不再计入',
	'write the proven fixes to the files; --fix=diff prints a patch for git apply':
		'把已证明有效的修改写入文件；--fix=diff 打印供 git apply 使用的补丁',
	'a folder to render with the installed kustomize or kubectl; may be repeated':
		'用已安装的 kustomize 或 kubectl 渲染的文件夹；可以重复',
	'a chart to render with the installed helm: a folder, or a packaged chart (.tgz); may be repeated':
		'要用已安装的 helm 渲染的 Chart：文件夹或打包的 Chart（.tgz）；可重复',
	'values for the chart; may be repeated': 'chart 的 values 文件；可以重复',
	'a value for the chart; may be repeated': 'chart 的一个值；可以重复',
	'the name of the release (default: release-name)': 'release 的名称（默认：release-name）',
	'open at the stop of a check finding, such as W012': '在 check 的某个结果的停点打开，例如 W012',
	'print a script that completes commands and flags in a shell: source <(k8s-walkthrough completion bash)':
		'打印在 shell 中补全命令和选项的脚本：source <(k8s-walkthrough completion bash)',
	'bash, zsh or fish': 'bash、zsh 或 fish',
	'take a set of tasks in the domains of an exam; without a name, list the sets':
		'做一套按考试领域编排的题目；不写名称则列出各套',
	'cka, ckad, cks-lite, or a set such as cka-1': 'cka、ckad、cks-lite，或一套题，例如 cka-1',
	'the number of the set in that exam': '该考试的第几套',
	'the seed for names and numbers in the tasks; by default, a new one after each attempt':
		'题目中名字和数字的种子；默认每次尝试之后换一个',
	'start over, even if an attempt is unfinished': '从头开始，即使上次没有做完',
	'serve the cluster of each task to real kubectl, and take commands on standard input':
		'把每道题的集群提供给真实的 kubectl；命令从标准输入读取',
	'grade the unfinished attempt, and print the result': '给没有做完的那次评分，并打印成绩',
	'with --serve: address to listen on': '与 --serve 同用：监听的地址',
	'with --serve: where to write the kubeconfig': '与 --serve 同用：kubeconfig 的写入位置',
	'language of the tasks: $LANGUAGES': '题目的语言：$LANGUAGES',
};

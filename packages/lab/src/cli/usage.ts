/** Shown by `help` and after a wrong command line. */
export const usage = `Usage: npm run lab -- COMMAND [OPTIONS]

  up       bring the lab up, or finish one that was interrupted; prints how to reach it
             --subnet 10.77.0.0/24    the lab's network
             --with mysql,router,haproxy   what runs on the hosts ('none': only hosts with sshd); plugin: the
                                      stand-in for greatdb_ha beside the servers, not loaded
             --hosts db1,db2,…        which hosts exist
             --expel SECONDS          group_replication_member_expel_timeout (0)
  down     take it away: processes, mounts, namespaces, interfaces, cgroups and files
  status   all labs: name, subnet, hosts, up or down, parts; with --name NAME what every host of one
           is and runs now                             --json
  shell HOST            a root shell on a host
  exec HOST -- CMD …    run a command as root on a host
  fault …  inject one fault; prints what was observed of it
             kill-mysql HOST [--no-restart]   stop-mysql HOST   start-mysql HOST
             kill-agent HOST [--no-restart]   stop-agent HOST   start-agent HOST
             kill-service HOST SERVICE [--no-restart]   stop-service HOST SERVICE   start-service HOST SERVICE
                                              (ssh, mysqlrouter, haproxy, keepalived, lab-role)
             kill-process HOST NAME|PID
             freeze-process HOST NAME|PID     thaw-process HOST NAME|PID
             freeze-host HOST   thaw-host HOST   power-off HOST   power-on HOST
             link-down HOST     link-up HOST     isolate HOST (from everything)
             cut HOSTS HOSTS [--one-way] [--ip-only]   such as: cut db1 db2,db3
             heal                             ends every fault

  reset    heal, and make the MySQL group whole again with db1 as primary

Every command takes --name NAME for a lab other than 'default', so that labs live side by side
(give each its own --subnet); only status without it is of all. PRIMACY_LAB_DIR says where labs and root file systems are kept.`;

----------------------------- MODULE readiness -----------------------------
(***************************************************************************)
(* How a child becomes ready: several parents complete, their completions  *)
(* are reported at least once to any of several server nodes, each node    *)
(* handles a report in one transaction, and any node may crash between any *)
(* two steps. The child may be paused and resumed meanwhile, and fails and *)
(* is tried again when it runs. A node may decide by what it remembers     *)
(* instead of locking and reading first.                                   *)
(*                                                                         *)
(* The boolean constants each remove one part of the protocol. With all of *)
(* them TRUE the invariants hold; each of them FALSE breaks one, as the    *)
(* configurations beside this file show.                                   *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Parents,           \* the parents of the one child
  Nodes,             \* the server nodes
  Remembering,       \* those of them that remember how they left the batch
  MaxCrashes,        \* bounds that keep the model finite
  MaxDuplicates,
  MaxPauses,
  MaxAttempts,
  EdgeFacts,         \* a counter moves only when a fact is new; else it counts reports
  OneCommit,         \* completion and facts commit together; else one after the other
  FactsWhilePaused,  \* facts are written whatever the child does; else not while it is paused
  GuardedClaim,      \* a claim repeats the state it expects; else it trusts what it read before
  CheckedRecall      \* what was decided from memory commits only at the version it was true of

VARIABLES
  parent,      \* parent[p]: "running" or "success"
  facts,       \* the parents whose edge has its fact
  counter,     \* the child's counter of satisfied edges
  child,       \* "waiting", "pending", "running", "done" or "paused"
  was,         \* what a paused child was
  attempt,     \* the child's attempt
  version,     \* the batch's version: moved by every transaction but a claim
  lock,        \* the node that holds the batch's row lock, or "free"
  work,        \* work[n]: what the node is doing, lost when it crashes
  memory,      \* memory[n]: how the node last left the batch, lost with it too
  finished,    \* parents whose executor has finished and reports so
  unacked,     \* those of them that have had no answer and report again
  starts,      \* starts[a]: how often attempt a of the child was started
  crashes, duplicates, pauses

durable == <<parent, facts, counter, child, was, attempt, version>>
outside == <<finished, unacked, starts>>
bounds  == <<crashes, duplicates, pauses>>
vars    == <<durable, lock, work, memory, outside, bounds>>

Idle == [step |-> "idle"]

Nothing == [version |-> 0]

Init ==
  /\ parent = [p \in Parents |-> "running"]
  /\ facts = {}
  /\ counter = 0
  /\ child = "waiting"
  /\ was = "waiting"
  /\ attempt = 0
  /\ version = 1
  /\ lock = "free"
  /\ work = [n \in Nodes |-> Idle]
  \* Whoever took the submission knows the batch; here everybody may have been the one.
  /\ memory = [n \in Nodes |->
       IF n \in Remembering
       THEN [version |-> 1, parent |-> parent, facts |-> {}, counter |-> 0, child |-> "waiting"]
       ELSE Nothing]
  /\ finished = {}
  /\ unacked = {}
  /\ starts = [a \in 0..MaxAttempts |-> 0]
  /\ crashes = 0
  /\ duplicates = 0
  /\ pauses = 0

Total == Cardinality(Parents)

Complete(count) == IF EdgeFacts THEN count = Total ELSE count >= Total

-----------------------------------------------------------------------------
(* The world outside: executors report, and report again.                  *)

Finish(p) ==
  /\ p \notin finished
  /\ finished' = finished \union {p}
  /\ unacked' = unacked \union {p}
  /\ UNCHANGED <<durable, lock, work, memory, starts, bounds>>

(* An unanswered report is repeated for ever; an answered one sometimes.   *)
Receive(n, p) ==
  /\ work[n].step = "idle"
  /\ p \in finished
  /\ \/ p \in unacked /\ UNCHANGED duplicates
     \/ p \notin unacked /\ duplicates < MaxDuplicates /\ duplicates' = duplicates + 1
  /\ work' = [work EXCEPT ![n] = [step |-> "lock", report |-> p, resumes |-> "guard"]]
  /\ UNCHANGED <<durable, lock, memory, outside, crashes, pauses>>

-----------------------------------------------------------------------------
(* The transaction of a completion, one step at a time. What it will write *)
(* is staged in the node's memory and becomes durable at the commit only.  *)

Lock(n) ==
  /\ work[n].step = "lock"
  /\ lock = "free"
  /\ lock' = n
  /\ work' = [work EXCEPT ![n] =
       [step |-> work[n].resumes, report |-> work[n].report, recalled |-> FALSE, version |-> version,
        parent |-> parent, facts |-> facts, counter |-> counter, child |-> child]]
  /\ UNCHANGED <<durable, memory, outside, bounds>>

(* Nothing is locked before the commit.                                    *)
Recall(n) ==
  LET m == memory[n]
  IN
  /\ OneCommit
  /\ work[n].step = "lock"
  /\ m # Nothing
  /\ work' = [work EXCEPT ![n] =
       [step |-> "guard", report |-> work[n].report, recalled |-> TRUE, version |-> m.version,
        parent |-> m.parent, facts |-> m.facts, counter |-> m.counter, child |-> m.child]]
  /\ UNCHANGED <<durable, lock, memory, outside, bounds>>

(* What was recalled does not do: it is forgotten, and read.               *)
LookUp(n) ==
  /\ work' = [work EXCEPT ![n] = [step |-> "lock", report |-> work[n].report, resumes |-> "guard"]]
  /\ memory' = [memory EXCEPT ![n] = Nothing]
  /\ UNCHANGED <<durable, lock>>

(* The state guard: a parent that has ended is a repetition.               *)
Guard(n) ==
  LET w == work[n]
      p == w.report
  IN
  /\ w.step = "guard"
  /\ IF EdgeFacts /\ w.parent[p] = "success" /\ w.recalled
     THEN LookUp(n)
     ELSE IF EdgeFacts /\ w.parent[p] = "success"
     THEN /\ lock' = "free"
          /\ work' = [work EXCEPT ![n] = [step |-> "ack", report |-> p]]
          /\ UNCHANGED <<durable, memory>>
     ELSE IF OneCommit
     THEN /\ work' = [work EXCEPT ![n].step = "fact", ![n].parent[p] = "success"]
          /\ UNCHANGED <<durable, lock, memory>>
     ELSE /\ parent' = [parent EXCEPT ![p] = "success"]
          /\ version' = version + 1
          /\ lock' = "free"
          /\ work' = [work EXCEPT ![n] = [step |-> "lock", report |-> p, resumes |-> "fact"]]
          /\ UNCHANGED <<facts, counter, child, was, attempt, memory>>
  /\ UNCHANGED <<outside, bounds>>

WriteFact(n) ==
  LET w == work[n]
      p == w.report
      new == ~EdgeFacts \/ p \notin w.facts
      recorded == FactsWhilePaused \/ w.child # "paused"
  IN
  /\ w.step = "fact"
  /\ work' = [work EXCEPT
       ![n].step = "ready",
       ![n].facts = IF recorded THEN @ \union {p} ELSE @,
       ![n].counter = IF recorded /\ new THEN @ + 1 ELSE @]
  /\ UNCHANGED <<durable, lock, memory, outside, bounds>>

DecideReadiness(n) ==
  LET w == work[n]
  IN
  /\ w.step = "ready"
  /\ work' = [work EXCEPT
       ![n].step = "commit",
       ![n].child = IF @ = "waiting" /\ Complete(w.counter) THEN "pending" ELSE @]
  /\ UNCHANGED <<durable, lock, memory, outside, bounds>>

(* Who has recalled locks the batch now, if it is still as it was.         *)
Commit(n) ==
  LET w == work[n]
  IN
  /\ w.step = "commit"
  /\ w.recalled => lock = "free"
  /\ IF w.recalled /\ CheckedRecall /\ w.version # version
     THEN LookUp(n)
     ELSE /\ parent' = w.parent
          /\ facts' = w.facts
          /\ counter' = w.counter
          /\ child' = w.child
          /\ version' = version + 1
          /\ lock' = "free"
          /\ work' = [work EXCEPT ![n] = [step |-> "ack", report |-> w.report]]
          /\ memory' = [memory EXCEPT ![n] =
               IF n \in Remembering
               THEN [version |-> version + 1, parent |-> w.parent, facts |-> w.facts,
                     counter |-> w.counter, child |-> w.child]
               ELSE Nothing]
          /\ UNCHANGED <<was, attempt>>
  /\ UNCHANGED <<outside, bounds>>

Acknowledge(n) ==
  /\ work[n].step = "ack"
  /\ unacked' = unacked \ {work[n].report}
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ UNCHANGED <<durable, lock, memory, finished, starts, bounds>>

Crash(n) ==
  /\ work[n].step # "idle"
  /\ crashes < MaxCrashes
  /\ crashes' = crashes + 1
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ memory' = [memory EXCEPT ![n] = Nothing]
  /\ lock' = IF lock = n THEN "free" ELSE lock
  /\ UNCHANGED <<durable, outside, duplicates, pauses>>

-----------------------------------------------------------------------------
(* The child: claimed by a node that saw it pending, tried again, paused.  *)

SeePending(n) ==
  /\ work[n].step = "idle"
  /\ child = "pending"
  /\ work' = [work EXCEPT ![n] = [step |-> "claim"]]
  /\ UNCHANGED <<durable, lock, memory, outside, bounds>>

Claim(n) ==
  /\ work[n].step = "claim"
  /\ lock = "free"
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ IF child = "pending" \/ ~GuardedClaim
     THEN /\ child' = "running"
          /\ starts' = [starts EXCEPT ![attempt] = @ + 1]
     ELSE UNCHANGED <<child, starts>>
  /\ UNCHANGED <<parent, facts, counter, was, attempt, version, lock, memory, finished, unacked, bounds>>

End ==
  /\ child = "running"
  /\ lock = "free"
  /\ \/ child' = "done" /\ UNCHANGED attempt
     \/ attempt < MaxAttempts /\ child' = "pending" /\ attempt' = attempt + 1
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, was, lock, work, memory, outside, bounds>>

Pause ==
  /\ child \in {"waiting", "pending"}
  /\ lock = "free"
  /\ pauses < MaxPauses
  /\ pauses' = pauses + 1
  /\ was' = child
  /\ child' = "paused"
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, attempt, lock, work, memory, outside, crashes, duplicates>>

Resume ==
  /\ child = "paused"
  /\ lock = "free"
  /\ child' = IF was = "waiting" /\ Complete(counter) THEN "pending" ELSE was
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, was, attempt, lock, work, memory, outside, bounds>>

-----------------------------------------------------------------------------
Transaction(n) ==
  \/ Lock(n) \/ Recall(n) \/ Guard(n) \/ WriteFact(n) \/ DecideReadiness(n) \/ Commit(n) \/ Acknowledge(n)
  \/ Claim(n)

Next ==
  \/ \E p \in Parents : Finish(p)
  \/ \E n \in Nodes, p \in Parents : Receive(n, p)
  \/ \E n \in Nodes : Transaction(n) \/ Crash(n) \/ SeePending(n)
  \/ End \/ Pause \/ Resume

(* Nobody has to crash, pause or repeat an answered report; everything     *)
(* else goes on as long as something can. No behaviour is endless, so one  *)
(* condition is enough.                                                    *)
Progress ==
  \/ \E p \in Parents : Finish(p)
  \/ \E n \in Nodes, p \in unacked : Receive(n, p)
  \/ \E n \in Nodes : Transaction(n) \/ SeePending(n)
  \/ End \/ Resume

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

-----------------------------------------------------------------------------
TypeOK ==
  /\ parent \in [Parents -> {"running", "success"}]
  /\ facts \subseteq Parents
  /\ counter \in Nat
  /\ child \in {"waiting", "pending", "running", "done", "paused"}
  /\ was \in {"waiting", "pending"}
  /\ lock \in Nodes \union {"free"}

StartedAtMostOncePerAttempt == \A a \in 0..MaxAttempts : starts[a] <= 1

(* A paused child counts as what it was, but for facts that came since.    *)
ReadyIffAllEdgesSatisfied ==
  /\ child \in {"pending", "running", "done"} => facts = Parents
  /\ child = "waiting" => facts # Parents
  /\ child = "paused" /\ was = "pending" => facts = Parents

CounterIsNumberOfFacts == counter = Cardinality(facts)

(* What was answered is recorded.                                          *)
NoLostCompletion == finished \ unacked \subseteq facts

(* A completion and its facts are never seen apart.                        *)
EndedIffRecorded == \A p \in Parents : parent[p] = "success" <=> p \in facts

EventuallyDone == <>[](child = "done")
=============================================================================

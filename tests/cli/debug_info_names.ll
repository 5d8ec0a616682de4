; ModuleID = 'n.cpp'
source_filename = "n.cpp"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZN3geo3Vec5countE = dso_local global i32 3, align 4, !dbg !0
@_ZN3geo5plainE = dso_local global i32 0, align 4, !dbg !15
@_ZN3geo4kindE = dso_local global i8 0, align 1, !dbg !22
@_ZL9local_one = internal global i32 4, align 4, !dbg !29
@_ZN3geo12_GLOBAL__N_16hiddenE = internal global i32 5, align 4, !dbg !35

; Function Attrs: convergent mustprogress noinline nounwind optnone
define dso_local noundef i32 @_ZNK3geo3Vec3sumEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %1) #0 align 2 !dbg !43 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !45, !DIExpression(), !47)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !48, !DIExpression(), !49)
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4, !dbg !50
  %7 = load i32, ptr @_ZN3geo3Vec5countE, align 4, !dbg !51
  %8 = add nsw i32 %6, %7, !dbg !52
  ret i32 %8, !dbg !53
}

; Function Attrs: convergent mustprogress noinline optnone
define dso_local ptx_kernel void @k(ptr noundef %0, ptr noundef %1, i32 noundef %2) #1 !dbg !54 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
    #dbg_declare(ptr %6, !60, !DIExpression(), !61)
  store ptr %1, ptr %7, align 8
    #dbg_declare(ptr %7, !62, !DIExpression(), !63)
  store i32 %2, ptr %8, align 4
    #dbg_declare(ptr %8, !64, !DIExpression(), !65)
    #dbg_declare(ptr %9, !66, !DIExpression(), !67)
  %11 = load i32, ptr %8, align 4, !dbg !68
  store i32 %11, ptr %4, align 4
    #dbg_declare(ptr %4, !69, !DIExpression(), !73)
    #dbg_declare(ptr %5, !75, !DIExpression(), !76)
  store i32 0, ptr %5, align 4, !dbg !76
  br label %12, !dbg !77

12:                                               ; preds = %19, %3
    #dbg_label(!78, !79)
  %13 = load i32, ptr %4, align 4, !dbg !80
  %14 = load i32, ptr %5, align 4, !dbg !81
  %15 = add nsw i32 %14, %13, !dbg !81
  store i32 %15, ptr %5, align 4, !dbg !81
  %16 = load i32, ptr %4, align 4, !dbg !82
  %17 = add nsw i32 %16, -1, !dbg !82
  store i32 %17, ptr %4, align 4, !dbg !82
  %18 = icmp sgt i32 %17, 0, !dbg !84
  br i1 %18, label %19, label %20, !dbg !84

19:                                               ; preds = %12
  br label %12, !dbg !85

20:                                               ; preds = %12
  %21 = load i32, ptr %5, align 4, !dbg !86
  %22 = load i32, ptr @_ZL9local_one, align 4, !dbg !87
  %23 = add nsw i32 %21, %22, !dbg !88
  %24 = load i32, ptr @_ZN3geo12_GLOBAL__N_16hiddenE, align 4, !dbg !89
  %25 = add nsw i32 %24, 1, !dbg !89
  store i32 %25, ptr @_ZN3geo12_GLOBAL__N_16hiddenE, align 4, !dbg !89
  %26 = add nsw i32 %23, %24, !dbg !90
  store i32 %26, ptr %9, align 4, !dbg !67
  %27 = load i32, ptr %9, align 4, !dbg !91
  %28 = icmp sgt i32 %27, 100, !dbg !93
  br i1 %28, label %29, label %30, !dbg !93

29:                                               ; preds = %20
  br label %46, !dbg !94

30:                                               ; preds = %20
  %31 = load ptr, ptr %6, align 8, !dbg !95
  %32 = load i32, ptr %9, align 4, !dbg !96
  %33 = call noundef i32 @_ZNK3geo3Vec3sumEi(ptr noundef nonnull align 4 dereferenceable(4) %31, i32 noundef %32) #2, !dbg !97
  %34 = load i32, ptr %9, align 4, !dbg !98
  %35 = add nsw i32 %34, %33, !dbg !98
  store i32 %35, ptr %9, align 4, !dbg !98
    #dbg_declare(ptr %10, !99, !DIExpression(), !101)
  %36 = load i32, ptr %9, align 4, !dbg !102
  %37 = mul nsw i32 %36, 2, !dbg !103
  store i32 %37, ptr %10, align 4, !dbg !101
  br label %38, !dbg !104

38:                                               ; preds = %41, %30
    #dbg_label(!105, !106)
  %39 = load i32, ptr %10, align 4, !dbg !107
  %40 = icmp slt i32 %39, 50, !dbg !109
  br i1 %40, label %41, label %44, !dbg !109

41:                                               ; preds = %38
  %42 = load i32, ptr %10, align 4, !dbg !110
  %43 = add nsw i32 %42, 7, !dbg !110
  store i32 %43, ptr %10, align 4, !dbg !110
  br label %38, !dbg !112

44:                                               ; preds = %38
  %45 = load i32, ptr %10, align 4, !dbg !113
  store i32 %45, ptr %9, align 4, !dbg !114
  br label %46, !dbg !115

46:                                               ; preds = %44, %29
    #dbg_label(!116, !117)
  %47 = load i32, ptr %9, align 4, !dbg !118
  %48 = add nsw i32 %47, 0, !dbg !119
  %49 = load i8, ptr @_ZN3geo4kindE, align 1, !dbg !120
  %50 = zext i8 %49 to i32, !dbg !121
  %51 = add nsw i32 %48, %50, !dbg !122
  %52 = load i32, ptr @_ZN3geo5plainE, align 4, !dbg !123
  %53 = add nsw i32 %51, %52, !dbg !124
  %54 = load ptr, ptr %7, align 8, !dbg !125
  store i32 %53, ptr %54, align 4, !dbg !126
  ret void, !dbg !127
}

attributes #0 = { convergent mustprogress noinline nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+ptx88" }
attributes #1 = { convergent mustprogress noinline optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+ptx88" }
attributes #2 = { convergent }

!llvm.dbg.cu = !{!31}
!llvm.module.flags = !{!38, !39, !40, !41}
!llvm.ident = !{!42}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", linkageName: "_ZN3geo3Vec5countE", scope: !2, file: !3, line: 3, type: !4, isLocal: false, isDefinition: true, declaration: !5)
!2 = !DINamespace(name: "geo", scope: null)
!3 = !DIFile(filename: "n.cpp", directory: "/src")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !6, file: !3, line: 2, baseType: !4, flags: DIFlagStaticMember)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Vec", scope: !2, file: !3, line: 2, size: 32, flags: DIFlagTypePassByValue, elements: !7, identifier: "_ZTSN3geo3VecE")
!7 = !{!8, !5, !10}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !6, file: !3, line: 2, baseType: !9, size: 32)
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!10 = !DISubprogram(name: "sum", linkageName: "_ZNK3geo3Vec3sumEi", scope: !6, file: !3, line: 2, type: !11, scopeLine: 2, flags: DIFlagPrototyped, spFlags: 0)
!11 = !DISubroutineType(types: !12)
!12 = !{!4, !13, !4}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!14 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "plain", linkageName: "_ZN3geo5plainE", scope: !2, file: !3, line: 7, type: !17, isLocal: false, isDefinition: true)
!17 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Plain", scope: !2, file: !3, line: 5, baseType: !18, size: 32, elements: !19, identifier: "_ZTSN3geo5PlainE")
!18 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!19 = !{!20, !21}
!20 = !DIEnumerator(name: "red", value: 0, isUnsigned: true)
!21 = !DIEnumerator(name: "green", value: 1, isUnsigned: true)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "kind", linkageName: "_ZN3geo4kindE", scope: !2, file: !3, line: 8, type: !24, isLocal: false, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Kind", scope: !2, file: !3, line: 6, baseType: !25, size: 8, flags: DIFlagEnumClass, elements: !26, identifier: "_ZTSN3geo4KindE")
!25 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!26 = !{!27, !28}
!27 = !DIEnumerator(name: "none", value: 0, isUnsigned: true)
!28 = !DIEnumerator(name: "some", value: 7, isUnsigned: true)
!29 = !DIGlobalVariableExpression(var: !30, expr: !DIExpression())
!30 = distinct !DIGlobalVariable(name: "local_one", linkageName: "_ZL9local_one", scope: !31, file: !3, line: 11, type: !4, isLocal: true, isDefinition: true)
!31 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !32, retainedTypes: !33, globals: !34, splitDebugInlining: false, nameTableKind: None)
!32 = !{!17, !24}
!33 = !{!4}
!34 = !{!0, !15, !22, !29, !35}
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression())
!36 = distinct !DIGlobalVariable(name: "hidden", linkageName: "_ZN3geo12_GLOBAL__N_16hiddenE", scope: !37, file: !3, line: 9, type: !4, isLocal: true, isDefinition: true)
!37 = !DINamespace(scope: !2)
!38 = !{i32 7, !"Dwarf Version", i32 2}
!39 = !{i32 2, !"Debug Info Version", i32 3}
!40 = !{i32 1, !"wchar_size", i32 4}
!41 = !{i32 7, !"frame-pointer", i32 2}
!42 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!43 = distinct !DISubprogram(name: "sum", linkageName: "_ZNK3geo3Vec3sumEi", scope: !6, file: !3, line: 4, type: !11, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !31, declaration: !10, retainedNodes: !44)
!44 = !{}
!45 = !DILocalVariable(name: "this", arg: 1, scope: !43, type: !46, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!47 = !DILocation(line: 0, scope: !43)
!48 = !DILocalVariable(name: "n", arg: 2, scope: !43, file: !3, line: 4, type: !4)
!49 = !DILocation(line: 4, column: 18, scope: !43)
!50 = !DILocation(line: 4, column: 36, scope: !43)
!51 = !DILocation(line: 4, column: 40, scope: !43)
!52 = !DILocation(line: 4, column: 38, scope: !43)
!53 = !DILocation(line: 4, column: 29, scope: !43)
!54 = distinct !DISubprogram(name: "k", scope: !3, file: !3, line: 20, type: !55, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !31, retainedNodes: !44)
!55 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !56)
!56 = !{null, !57, !59, !4}
!57 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!58 = !DIDerivedType(tag: DW_TAG_typedef, name: "V", file: !3, line: 12, baseType: !6)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!60 = !DILocalVariable(name: "v", arg: 1, scope: !54, file: !3, line: 20, type: !57)
!61 = !DILocation(line: 20, column: 52, scope: !54)
!62 = !DILocalVariable(name: "out", arg: 2, scope: !54, file: !3, line: 20, type: !59)
!63 = !DILocation(line: 20, column: 60, scope: !54)
!64 = !DILocalVariable(name: "n", arg: 3, scope: !54, file: !3, line: 20, type: !4)
!65 = !DILocation(line: 20, column: 69, scope: !54)
!66 = !DILocalVariable(name: "r", scope: !54, file: !3, line: 21, type: !4)
!67 = !DILocation(line: 21, column: 7, scope: !54)
!68 = !DILocation(line: 21, column: 16, scope: !54)
!69 = !DILocalVariable(name: "n", arg: 1, scope: !70, file: !3, line: 13, type: !4)
!70 = distinct !DISubprogram(name: "loop", linkageName: "_ZL4loopi", scope: !3, file: !3, line: 13, type: !71, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !31, retainedNodes: !44)
!71 = !DISubroutineType(types: !72)
!72 = !{!4, !4}
!73 = !DILocation(line: 13, column: 59, scope: !70, inlinedAt: !74)
!74 = distinct !DILocation(line: 21, column: 11, scope: !54)
!75 = !DILocalVariable(name: "s", scope: !70, file: !3, line: 14, type: !4)
!76 = !DILocation(line: 14, column: 7, scope: !70, inlinedAt: !74)
!77 = !DILocation(line: 14, column: 3, scope: !70, inlinedAt: !74)
!78 = !DILabel(scope: !70, name: "again", file: !3, line: 15, column: 1)
!79 = !DILocation(line: 15, column: 1, scope: !70, inlinedAt: !74)
!80 = !DILocation(line: 16, column: 8, scope: !70, inlinedAt: !74)
!81 = !DILocation(line: 16, column: 5, scope: !70, inlinedAt: !74)
!82 = !DILocation(line: 17, column: 7, scope: !83, inlinedAt: !74)
!83 = distinct !DILexicalBlock(scope: !70, file: !3, line: 17, column: 7)
!84 = !DILocation(line: 17, column: 11, scope: !83, inlinedAt: !74)
!85 = !DILocation(line: 17, column: 16, scope: !83, inlinedAt: !74)
!86 = !DILocation(line: 18, column: 10, scope: !70, inlinedAt: !74)
!87 = !DILocation(line: 21, column: 21, scope: !54)
!88 = !DILocation(line: 21, column: 19, scope: !54)
!89 = !DILocation(line: 21, column: 44, scope: !54)
!90 = !DILocation(line: 21, column: 31, scope: !54)
!91 = !DILocation(line: 22, column: 7, scope: !92)
!92 = distinct !DILexicalBlock(scope: !54, file: !3, line: 22, column: 7)
!93 = !DILocation(line: 22, column: 9, scope: !92)
!94 = !DILocation(line: 22, column: 16, scope: !92)
!95 = !DILocation(line: 23, column: 8, scope: !54)
!96 = !DILocation(line: 23, column: 15, scope: !54)
!97 = !DILocation(line: 23, column: 11, scope: !54)
!98 = !DILocation(line: 23, column: 5, scope: !54)
!99 = !DILocalVariable(name: "inner", scope: !100, file: !3, line: 24, type: !4)
!100 = distinct !DILexicalBlock(scope: !54, file: !3, line: 24, column: 3)
!101 = !DILocation(line: 24, column: 9, scope: !100)
!102 = !DILocation(line: 24, column: 17, scope: !100)
!103 = !DILocation(line: 24, column: 19, scope: !100)
!104 = !DILocation(line: 24, column: 5, scope: !100)
!105 = !DILabel(scope: !100, name: "again", file: !3, line: 25, column: 3)
!106 = !DILocation(line: 25, column: 3, scope: !100)
!107 = !DILocation(line: 26, column: 9, scope: !108)
!108 = distinct !DILexicalBlock(scope: !100, file: !3, line: 26, column: 9)
!109 = !DILocation(line: 26, column: 15, scope: !108)
!110 = !DILocation(line: 26, column: 29, scope: !111)
!111 = distinct !DILexicalBlock(scope: !108, file: !3, line: 26, column: 21)
!112 = !DILocation(line: 26, column: 35, scope: !111)
!113 = !DILocation(line: 27, column: 9, scope: !100)
!114 = !DILocation(line: 27, column: 7, scope: !100)
!115 = !DILocation(line: 27, column: 16, scope: !100)
!116 = !DILabel(scope: !54, name: "done", file: !3, line: 28, column: 1)
!117 = !DILocation(line: 28, column: 1, scope: !54)
!118 = !DILocation(line: 29, column: 10, scope: !54)
!119 = !DILocation(line: 29, column: 12, scope: !54)
!120 = !DILocation(line: 29, column: 30, scope: !54)
!121 = !DILocation(line: 29, column: 25, scope: !54)
!122 = !DILocation(line: 29, column: 23, scope: !54)
!123 = !DILocation(line: 29, column: 47, scope: !54)
!124 = !DILocation(line: 29, column: 40, scope: !54)
!125 = !DILocation(line: 29, column: 4, scope: !54)
!126 = !DILocation(line: 29, column: 8, scope: !54)
!127 = !DILocation(line: 30, column: 1, scope: !54)
